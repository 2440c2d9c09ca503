import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import { getGithubCheck, type PreflightCheck } from '@dashboard/contract/preflight'
import { Stethoscope } from 'lucide-react'
import { useIsSupported } from '../../api/missing-calls.ts'
import { serverNow } from '../../format/server-clock.ts'
import { OperatorDetails } from '../../session/operator-details.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useGithubCheck, usePreflight, useStartGithubCheck } from './monitoring-queries.ts'
import { backupText } from './monitoring-words.ts'

/**
 * Shows whether database, storage, spreadsheet, Locust and, where jobs run there, GitHub can be used; each with its
 * fix.
 */
export function PreflightCard({ status }: { status: MonitoringStatus | undefined }) {
  const preflight = usePreflight()
  const checks = preflight.data?.checks
  if (!useIsSupported(getGithubCheck)) return null
  return (
    <Card
      title="System check"
      description="Whether everything that the dashboard needs works, and what to do where it does not."
      actions={
        <Button
          icon={<Stethoscope />}
          loading={preflight.isPending}
          onClick={() => preflight.mutate()}
        >
          {preflight.isPending ? 'Checking...' : 'Run Checks'}
        </Button>
      }
    >
      {!status && <Skeleton className="h-lh w-36" />}
      {status?.backup && <p>{backupText(status.backup, serverNow())}</p>}
      {checks && <CheckList checks={checks} busy={preflight.isPending} />}
      <GithubCheckPart />
    </Card>
  )
}

/** Shows what a run on GitHub can use, where jobs run there; a server cannot see that from here. */
function GithubCheckPart() {
  const { data: check } = useGithubCheck()
  const start = useStartGithubCheck()
  if (check === undefined || check.state === 'unavailable') return null
  const running = start.isPending || check.state === 'running'
  return (
    <section aria-label="Settings on GitHub" className="mt-6 flex flex-col gap-3 border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-muted">
          Runs on GitHub have settings of their own. This starts one that checks them.
          {check.runUrl !== null && (
            <>
              {' '}
              <a className="underline" href={check.runUrl} target="_blank" rel="noreferrer">
                View the run
              </a>
            </>
          )}
        </p>
        <Button loading={running} onClick={() => start.mutate()}>
          {running ? 'Waiting for the run...' : 'Check GitHub'}
        </Button>
      </div>
      {check.checks && <CheckList checks={check.checks} busy={running} />}
    </section>
  )
}

function CheckList({ checks, busy }: { checks: readonly PreflightCheck[]; busy: boolean }) {
  return (
    <ul className="-mb-3 flex flex-col divide-y" aria-busy={busy}>
      {checks.map(({ name, ok, message, fix }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
          <span className="w-36 shrink-0 font-medium">{name}</span>
          <span className="w-20 shrink-0">
            <StateBadge state={ok ? 'success' : 'failed'}>{ok ? 'OK' : 'Problem'}</StateBadge>
          </span>
          <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
            {message}
            <OperatorDetails summary="What to do" details={fix} />
          </div>
        </li>
      ))}
    </ul>
  )
}
