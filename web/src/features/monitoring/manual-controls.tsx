import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import { RefreshCw } from 'lucide-react'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useSetAutoSync, useSyncNow } from './monitoring-queries.ts'

interface ManualControlsProps {
  status: MonitoringStatus | undefined
  isLoading: boolean
}

export function ManualControls({ status, isLoading }: ManualControlsProps) {
  const sync = useSyncNow()
  const isAdmin = useSessionUser().role === 'admin'
  return (
    <Card title="Manual Controls">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64">
          <span className="block font-medium">Job sync</span>
          <span className="block text-muted">
            Checks how every active job stands, without waiting for the next poll. It does not fetch
            volunteers: that is Run on the Locust Sync page.
          </span>
        </p>
        <Button
          variant="primary"
          icon={<RefreshCw aria-hidden />}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
          className="max-sm:w-full"
        >
          {sync.isPending ? 'Syncing...' : 'Sync Now'}
        </Button>
      </div>
      {isAdmin && <AutoSync status={status} isLoading={isLoading} />}
    </Card>
  )
}

/** Shown to administrators only (docs/behavior.md#roles). */
function AutoSync({ status, isLoading }: ManualControlsProps) {
  const setAutoSync = useSetAutoSync()
  const isEnabled = status?.autoSyncEnabled
  const isPointless = status?.engine === 'local'
  const shown = setAutoSync.isPending ? setAutoSync.variables : isEnabled
  return (
    <div className="flex flex-col gap-3 border-t pt-4">
      <Switch
        label="Auto-Sync"
        description="Turns runs that were started elsewhere into jobs"
        checked={shown ?? false}
        disabled={isEnabled === undefined || isPointless}
        busy={setAutoSync.isPending}
        onChange={(enabled) => setAutoSync.mutate(enabled)}
      />
      {isLoading && (
        // As high as either note, so that nothing below moves when it comes.
        <Skeleton className="h-[calc(1lh+1.25rem)] max-sm:h-[calc(2lh+1.25rem)]" />
      )}
      {isPointless && (
        <Alert tone="neutral">
          All jobs run on this machine, so there is nothing outside to sync with.
        </Alert>
      )}
      {status && !isPointless && (
        <Alert tone="warning">Auto-Sync may create unexpected jobs from external workflows.</Alert>
      )}
    </div>
  )
}
