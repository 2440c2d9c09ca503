import type { AutomationStatus, SyncEnd } from '@dashboard/contract/automation'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { pathKey } from '../../api/endpoint-query.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { StoppedLink } from '../imports/stopped-link.tsx'
import { refreshJobs } from '../jobs/jobs-queries.ts'
import { isFailure } from './sync-words.ts'

const noAnswer = 'Try again in a moment.'

interface SyncTroubleProps {
  jobsError: Error | null
  statusError: Error | null
  /** `undefined` while a sync runs, or before it has come. */
  status: AutomationStatus | undefined
}

/** What is wrong: the server does not answer, or the last export or import failed. */
export function SyncTrouble({ jobsError, statusError, status }: SyncTroubleProps) {
  const failed = status?.lastSync.filter(isFailure) ?? []
  const failedImport = failed.find(({ type }) => type === 'import')
  const failedExport = failed.find(({ type }) => type === 'export')
  return (
    <>
      {statusError ? (
        <NotLoaded title="The times of the last sync could not be loaded" error={statusError} />
      ) : (
        jobsError && <NotLoaded title="Whether a sync runs could not be loaded" error={jobsError} />
      )}
      {status?.exportError != null ? (
        <Alert title="The last export failed">
          <p>{status.exportError}</p>
          <OperatorDetails details={status.exportErrorDetails} />
        </Alert>
      ) : (
        failedExport && <Failed title="The last export failed" end={failedExport} />
      )}
      {failedImport && <Failed title="The last import failed" end={failedImport} />}
    </>
  )
}

function Failed({ title, end }: { title: string; end: SyncEnd }) {
  return (
    <Alert title={title}>
      <p>{end.error ?? 'No reason was given.'}</p>
      {end.importId !== null && <StoppedLink importId={end.importId} />}
      <OperatorDetails details={end.errorDetails} />
    </Alert>
  )
}

function NotLoaded({ title, error }: { title: ReactNode; error: Error }) {
  const client = useQueryClient()
  const retry = () => {
    void refreshJobs(client)
    void client.invalidateQueries({ queryKey: pathKey('/api/automation-status') })
  }
  return (
    <Alert tone="warning" title={title}>
      <p>{errorMessage(error, noAnswer)}</p>
      <Button className="mt-2" onClick={retry}>
        Try again
      </Button>
    </Alert>
  )
}
