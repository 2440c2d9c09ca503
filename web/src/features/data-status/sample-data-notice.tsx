import type { ReactNode } from 'react'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useAutomationStatus } from './data-status-queries.ts'

const howTo =
  'Set LOCUST_URL to the address that Locust exports volunteers from, and LOCUST_TOKEN, or LOCUST_USERNAME and LOCUST_PASSWORD, to its credentials. Start the server again, then run a sync. Without Locust, put your own rows into the spreadsheet and run the import alone.'

/**
 * Says above a page's content that the volunteers are invented, and what would bring in real ones
 * (docs/behavior.md#sample-data). The content waits for it, two seconds at most, so that nothing is pushed
 * down.
 */
export function SampleDataNotice({ children }: { children: ReactNode }) {
  const { data, isPending } = useAutomationStatus()
  return (
    <>
      {data?.isSampleData && <Notice />}
      <div className={classNames('flex min-w-0 flex-col gap-4', isPending && 'animate-held')}>
        {children}
      </div>
    </>
  )
}

function Notice() {
  const isAdmin = useSessionUser().role === 'admin'
  return (
    <Alert tone="info" title="Sample data">
      <p>
        These volunteers are invented, for trying things out.{' '}
        {isAdmin
          ? 'Connect Locust to work with your own.'
          : 'An administrator can connect Locust to bring in your own.'}
      </p>
      <OperatorDetails summary="How to use your own data" details={howTo} />
    </Alert>
  )
}
