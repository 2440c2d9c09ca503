import { countOf, formatCount } from '@dashboard/contract/counts'
import { minuteMs } from '@dashboard/contract/duration'
import type { BackupState } from '@dashboard/contract/health'
import type { MonitoringStatus } from '@dashboard/contract/monitoring'
import type { ChannelState } from '@dashboard/contract/notices'
import type { PreflightCheck } from '@dashboard/contract/preflight'
import { formatRelative } from '../../format/time.ts'

/**
 * Returns '2 min' from 60,000 ms on, '5 s' below, 'N/A' when nothing is polled.
 */
export function intervalText(intervalMs: number): string {
  if (!(intervalMs > 0)) return 'N/A'
  if (intervalMs < minuteMs) return `${rounded(intervalMs / 1000)} s`
  return `${rounded(intervalMs / minuteMs)} min`
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** Returns when the last good backup was made (docs/backup.md#schedule). */
export function backupText(backup: BackupState, nowMs: number): string {
  const last = backup.lastAt
    ? `Last backup: ${formatRelative(backup.lastAt, nowMs)}`
    : 'No backup yet'
  return backup.hasFailed ? `${last}. The last try failed; the server's log says why.` : last
}

/** Returns the banner's two lines. */
export function monitoringMode(status: Pick<MonitoringStatus, 'hasActiveUsers' | 'activeUsers'>) {
  if (!status.hasActiveUsers) {
    return { title: 'Background monitoring mode', detail: 'Reduced polling to save resources' }
  }
  return {
    title: `Intensive monitoring active (${countOf(status.activeUsers, 'user')})`,
    detail: 'Fast polling enabled for real-time updates',
  }
}

/** Returns the result of the checks, for screen readers. */
export function preflightSummary(checks: readonly PreflightCheck[]): string {
  const problems = checks.filter(({ ok }) => !ok).length
  if (problems === 0) return `All ${checks.length} checks passed`
  return `${problems} of ${checks.length} checks found a problem`
}

export function channelStatus({
  isConfigured,
  lastSentAt,
  failure,
}: Pick<ChannelState, 'isConfigured' | 'lastSentAt' | 'failure'>) {
  if (!isConfigured) return { state: 'neutral', word: 'Not set up' } as const
  if (failure) return { state: 'failed', word: 'Failing' } as const
  // No message has shown yet that the channel works.
  if (lastSentAt === null) return { state: 'neutral', word: 'Set up' } as const
  return { state: 'success', word: 'Working' } as const
}

export function waitingText(waiting: number): string {
  return waiting === 0 ? '' : ` · ${formatCount(waiting)} waiting`
}
