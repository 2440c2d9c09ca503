import type { ReactNode } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { formatInstant } from '../../format/time.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAutomationStatus } from './sync-queries.ts'

const unreachable = 'The server did not answer.'

/** 'Last Export' and 'Last Import' in Eastern time, and why the last export failed, if it did. */
export function SyncTimes() {
  const { data, error, isFetching, refetch } = useAutomationStatus()
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-4 sm:grid-cols-2">
        <Time label="Last Export" isLoading={!data && !error}>
          {data && <Moment at={data.lastAutomatedExport?.timestamp} />}
        </Time>
        <Time label="Last Import" isLoading={!data && !error}>
          {data && <Moment at={data.lastImport?.timestamp} />}
        </Time>
      </dl>
      {error && (
        <Alert tone="warning" title="The times of the last sync could not be loaded">
          <p>{errorMessage(error, unreachable)}</p>
          <Button className="mt-2" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {data?.exportError && <Alert title="The last export failed">{data.exportError}</Alert>}
    </div>
  )
}

interface TimeProps {
  label: string
  isLoading: boolean
  children: ReactNode
}

function Time({ label, isLoading, children }: TimeProps) {
  return (
    <div className="sm:min-h-16">
      <dt className="text-muted">{label}</dt>
      <dd className="mt-0.5">
        {isLoading ? <Skeleton className="h-10 w-48" /> : (children ?? 'Unknown')}
      </dd>
    </div>
  )
}

function Moment({ at }: { at: string | undefined }) {
  if (at === undefined) return <p className="text-base font-medium">Never run</p>
  return (
    <>
      <p className="text-base font-medium">{formatInstant(at)}</p>
      <p className="text-xs text-muted">
        <RelativeTime at={at} />
      </p>
    </>
  )
}
