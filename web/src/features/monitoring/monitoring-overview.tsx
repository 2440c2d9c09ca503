import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import { Moon, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { intervalText, monitoringMode } from './monitoring-words.ts'

/** Shows the four status cards and the banner; skeletons of the same shape until the status has arrived. */
export function MonitoringOverview({ status }: { status: MonitoringStatus | undefined }) {
  return (
    <>
      <dl aria-label="Status" className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure name="Monitoring">
          {status && (
            <span className="flex items-center gap-2.5">
              <StateDot state={status.isMonitoring ? 'success' : 'neutral'} />
              {status.isMonitoring ? 'Active' : 'Stopped'}
            </span>
          )}
        </Figure>
        <Figure name="Active Users">{status?.activeUsers}</Figure>
        <Figure name="Interval">{status && intervalText(status.currentInterval)}</Figure>
        <Figure name="Active Jobs">{status?.monitoringJobs}</Figure>
      </dl>
      {status ? <ModeBanner status={status} /> : <Skeleton className="h-[calc(2lh+1.5rem)]" />}
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-card border bg-card p-4 md:p-5">
      <dt className="text-muted">{name}</dt>
      <dd className="mt-1 min-h-7 text-xl font-semibold">
        {children ?? <Skeleton className="h-7 w-20" />}
      </dd>
    </div>
  )
}

function ModeBanner({ status }: { status: MonitoringStatus }) {
  const { title, detail } = monitoringMode(status)
  const Icon = status.hasActiveUsers ? Zap : Moon
  return (
    <div
      role="status"
      className={classNames(
        'flex items-center gap-3 rounded-card px-4 py-3',
        status.hasActiveUsers
          ? 'bg-success-soft text-success-text'
          : 'bg-running-soft text-running-text',
      )}
    >
      <Icon className="size-5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p>{detail}</p>
      </div>
    </div>
  )
}
