import { CircleCheck, CircleDashed, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { openSteps, saveFirstSteps } from './first-steps.ts'
import { useAreStepsOffered, useFirstSteps } from './first-steps-queries.ts'

/** Shows an administrator the first steps in a new installation. */
export function FirstSteps() {
  const isOffered = useAreStepsOffered()
  const [isAway, setIsAway] = useState(false)
  return isOffered && !isAway && <FirstStepsCard onPutAway={() => setIsAway(true)} />
}

function FirstStepsCard({ onPutAway }: { onPutAway: () => void }) {
  const steps = useFirstSteps() ?? []
  useEffect(() => saveFirstSteps('open'), [])
  const open = openSteps(steps)
  const putAway = () => {
    saveFirstSteps('away')
    onPutAway()
  }
  return (
    <Card
      className="print:hidden"
      title={steps.length > 0 && open.length === 0 ? 'All set' : 'First steps'}
      actions={<IconButton label="Hide" icon={<X />} onClick={putAway} className="-my-2 -mr-2" />}
    >
      <div className="@container min-h-24">
        <ol className="grid gap-x-6 gap-y-4 @xl:grid-cols-2 @4xl:grid-cols-4">
          {steps.map((step) => (
            <li key={step.label} className="flex gap-2.5">
              {step.isDone ? (
                <CircleCheck className="mt-0.5 size-4 shrink-0 text-success-text" />
              ) : (
                <CircleDashed className="mt-0.5 size-4 shrink-0 text-muted" />
              )}
              <div className="flex min-w-0 flex-col items-start gap-1">
                {step.isDone || step.href === undefined ? (
                  <p className={classNames('font-medium', step.isDone && 'text-muted')}>
                    {step.label}
                    {step.isDone && <span className="sr-only"> (done)</span>}
                  </p>
                ) : (
                  <Link href={step.href} className={buttonClass('secondary')}>
                    {step.label}
                  </Link>
                )}
                <p className="text-xs text-muted">{step.hint}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}
