import type { AutomationStatus } from '@dashboard/contract/automation'
import type { ReactNode } from 'react'
import { formatInstant } from '../../format/time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface SyncTimesProps {
  status: AutomationStatus | undefined
  hasFailed: boolean
}

/** 'Last Export' and 'Last Import' in Eastern time. */
export function SyncTimes({ status, hasFailed }: SyncTimesProps) {
  const isLoading = !status && !hasFailed
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Time label="Last Export" isLoading={isLoading}>
        {status && <Moment at={status.lastAutomatedExport?.timestamp} />}
      </Time>
      <Time label="Last Import" isLoading={isLoading}>
        {status && <Moment at={status.lastImport?.timestamp} />}
      </Time>
    </dl>
  )
}

interface TimeProps {
  label: string
  isLoading: boolean
  children: ReactNode
}

function Time({ label, isLoading, children }: TimeProps) {
  return (
    <div className="min-h-16">
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
