import { listUsers } from '@dashboard/contract/accounts'
import type { AutomationStatus } from '@dashboard/contract/automation'
import { listReports } from '@dashboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { firstSteps, openSteps } from './first-steps.ts'
import { keepFirstSteps } from './first-steps-kept.ts'

/** Shows an administrator the first steps in a new installation (docs/behavior.md#first-steps). */
export function FirstStepsCard({ status }: { status: AutomationStatus }) {
  const [isAway, setIsAway] = useState(false)
  const [location] = useLocation()
  const reports = useQuery(endpointQuery(listReports)).data?.reports ?? []
  const users = useQuery({
    ...endpointQuery(listUsers, { query: { limit: '1' } }),
    staleTime: 0,
  }).data
  useEffect(() => keepFirstSteps('open'), [])
  if (isAway) return null
  const steps = firstSteps({
    isSampleData: status.isSampleData,
    hasImport: status.lastImport !== null,
    hasReport: reports.length > 0,
    hasColleague: (users?.total ?? 0) > 1,
  })
  const open = openSteps(steps)
  const putAway = () => {
    keepFirstSteps('away')
    setIsAway(true)
  }
  return (
    <Card
      title={open.length > 0 ? 'First steps' : 'All set'}
      actions={
        <IconButton
          label="Put away"
          icon={<X aria-hidden />}
          onClick={putAway}
          className="-my-2 -mr-2"
        />
      }
    >
      <div className="@container">
        <ol className="grid gap-x-6 gap-y-4 @xl:grid-cols-2 @4xl:grid-cols-4">
          {steps.map((step) => (
            <li key={step.label} className="flex gap-2.5">
              {step.isDone ? (
                <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-text" />
              ) : (
                <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              )}
              <div className="flex min-w-0 flex-col items-start gap-1">
                <p className={classNames('font-medium', step.isDone && 'text-muted')}>
                  {step.label}
                  {step.isDone && <span className="sr-only"> (done)</span>}
                </p>
                <p className="text-xs text-muted">{step.hint}</p>
                {open.includes(step) && step.action.href !== location && (
                  <Link href={step.action.href} className={buttonClass('secondary', 'mt-1')}>
                    {step.action.label}
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}
