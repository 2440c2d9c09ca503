import { getSystem } from '@dashboard/contract/system'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { Loaded } from '../../api/loaded.tsx'
import { systemPolling } from '../../api/polling.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { settingsPage } from '../../session/page-names.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { usePresentTime } from '../../ui/present-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { type SystemLine, systemSections } from './system-words.ts'

const systemQuery = { ...endpointQuery(getSystem), ...systemPolling }

/** Shows the state of the system in sentences, with links to where something can be done. */
export function SystemPage() {
  const nowMs = usePresentTime()
  return (
    <Page {...settingsPage('System')}>
      <Loaded
        query={useQuery(systemQuery)}
        loading={<Loading />}
        failed="The state of the system cannot be shown"
        outdated="This page cannot be refreshed right now. It may be out of date."
      >
        {(system) => (
          <>
            {system.problems.map((problem) => (
              <Alert key={problem}>{problem}</Alert>
            ))}
            <div className="grid items-start gap-4 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
              {systemSections(system, nowMs).map(({ title, lines }) => (
                <Card key={title} title={title}>
                  <ul className="flex flex-col gap-2.5">
                    {lines.map((line) => (
                      <Line key={line.text} line={line} />
                    ))}
                  </ul>
                </Card>
              ))}
            </div>
            <p className="text-muted">Version {system.version}</p>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The words for screen readers and for users who do not see the color; a good state needs no word. */
const warnings = { failed: 'Problem: ', waiting: 'Check: ', success: '', running: '', neutral: '' }

function Line({ line: { state, text, details, link } }: { line: SystemLine }) {
  const warning = warnings[state]
  return (
    <li className="flex gap-2.5">
      <span className="flex h-5 shrink-0 items-center">
        <StateDot state={state} />
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p>
          {warning !== '' && <span className="sr-only">{warning}</span>}
          {text}
          {link && (
            <>
              {' '}
              <Link href={link.href} className="font-medium text-primary-text underline">
                {link.label}
              </Link>
            </>
          )}
        </p>
        <OperatorDetails summary="What to do" details={details} />
      </div>
    </li>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {['requests', 'jobs', 'data', 'storage'].map((name) => (
        <Skeleton key={name} className="h-40" />
      ))}
    </div>
  )
}
