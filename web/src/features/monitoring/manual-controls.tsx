import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import { RefreshCw } from 'lucide-react'
import { syncPageName } from '../../format/installation.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useSetAutoSync, useSyncNow } from './monitoring-queries.ts'

interface ManualControlsProps {
  status: MonitoringStatus | undefined
}

export function ManualControls({ status }: ManualControlsProps) {
  const sync = useSyncNow()
  const isAdmin = useSessionUser().role === 'admin'
  return (
    <Card title="Manual Controls">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-64">
          <span className="block font-medium">Job sync</span>
          <span className="block text-muted">
            Checks every active job now, without waiting for the next poll. To fetch volunteers, use
            Run on the {syncPageName} page.
          </span>
        </p>
        <Button
          variant="primary"
          icon={<RefreshCw />}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
          className="max-sm:w-full"
        >
          {sync.isPending ? 'Syncing...' : 'Sync Now'}
        </Button>
      </div>
      {isAdmin && <AutoSync status={status} />}
    </Card>
  )
}

/** Shown to administrators only (docs/accounts.md#roles). */
function AutoSync({ status }: ManualControlsProps) {
  const setAutoSync = useSetAutoSync()
  const isEnabled = status?.autoSyncEnabled
  const shown = setAutoSync.isPending ? setAutoSync.variables : isEnabled
  return (
    <div className="flex flex-col gap-3 border-t pt-4">
      <Switch
        label="Auto-Sync"
        description="Lists runs that were started elsewhere as jobs"
        checked={shown ?? false}
        disabled={isEnabled === undefined}
        busy={setAutoSync.isPending}
        onChange={(enabled) => setAutoSync.mutate(enabled)}
      />
      <Alert tone="warning">Auto-Sync may create unexpected jobs from external workflows.</Alert>
      {status?.engine === 'local' && (
        <p className="text-muted">It has no effect here: jobs run on this machine only.</p>
      )}
    </div>
  )
}
