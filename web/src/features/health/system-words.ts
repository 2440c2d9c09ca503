import { countOf, formatCount } from '@dashboard/contract/counts'
import { dayMs, formatDuration, hourMs, minuteMs } from '@dashboard/contract/duration'
import type { JobType } from '@dashboard/contract/jobs'
import { noticeChannels } from '@dashboard/contract/notices'
import type { RetainedKind, SystemState } from '@dashboard/contract/system'
import { formatBytes } from '../../format/size.ts'
import { formatDate, formatInstant, formatRelative } from '../../format/time.ts'
import { paths } from '../../paths.ts'
import type { State } from '../../ui/state-badge.tsx'

/** The state of one part of the system, and where to act. */
export interface SystemLine {
  state: State
  text: string
  /** What the operator can do, collapsed: it names settings. */
  details?: string
  /** Left out when there is nothing to do. */
  link?: { href: string; label: string }
}

/** The same limits as in deploy/monitoring/alerts.yaml, but for `failedRequests`: on a quiet server one is a large share. */
const limits = {
  failedRequests: 2,
  failedShare: 0.02,
  queuedMs: 30 * minuteMs,
  runningMs: 2 * hourMs,
  triesLost: 3,
  skippedShare: 0.02,
  importMs: 7 * dayMs,
  freeShare: 0.1,
  backupMs: 2 * dayMs,
  githubRequests: 500,
}

export function systemSections(
  system: SystemState,
  nowMs: number,
): { title: string; lines: SystemLine[] }[] {
  return [
    { title: 'Requests', lines: requestLines(system) },
    { title: 'Jobs', lines: jobLines(system, nowMs) },
    { title: 'Data', lines: dataLines(system, nowMs) },
    { title: 'Storage', lines: storageLines(system) },
    { title: 'Backups', lines: [backupLine(system, nowMs)] },
    { title: 'Messages', lines: channelLines(system, nowMs) },
    ...(system.github ? [{ title: 'GitHub', lines: [githubLine(system.github)] }] : []),
    { title: 'What is removed', lines: retentionLines(system, nowMs) },
  ]
}

function requestLines({ requests }: SystemState): SystemLine[] {
  const { since, lastHour, failedLastHour: failed, slowLastHour: slow } = requests
  const all = `${countOf(lastHour, 'request')} in the last hour`
  const text =
    failed === 0
      ? `${all}, none failed.`
      : `${all}, ${formatCount(failed)} failed. The server’s log says why.`
  const isBad = failed > Math.max(limits.failedRequests, lastHour * limits.failedShare)
  return [
    { state: failed === 0 ? 'success' : isBad ? 'failed' : 'waiting', text },
    {
      state: slow > lastHour * limits.failedShare ? 'waiting' : 'success',
      text:
        slow === 0
          ? 'None took longer than a second.'
          : `${formatCount(slow)} took longer than a second.`,
    },
    { state: 'neutral', text: `This server has been running since ${formatInstant(since)}.` },
  ]
}

const jobNouns: Record<JobType, string> = {
  export: 'export',
  import: 'import',
  review: 'review',
  'circuit-report': 'circuit report job',
  'congregation-report': 'congregation report job',
  'volunteer-list': 'list of volunteers',
}

const monitor = { href: paths.monitor, label: 'Monitor' }

function jobLines({ jobs }: SystemState, nowMs: number): SystemLine[] {
  const lines = jobs.active.map(({ type, status, jobs: count, since }): SystemLine => {
    const isQueued = status === 'queued'
    const isLong = nowMs - Date.parse(since) > (isQueued ? limits.queuedMs : limits.runningMs)
    const doing = isQueued ? 'waiting' : 'running'
    const oldest = count === 1 ? 'since' : 'the oldest since'
    return {
      state: isLong ? 'failed' : isQueued ? 'waiting' : 'running',
      text: `${countOf(count, jobNouns[type] ?? 'job')} ${doing}, ${oldest} ${formatRelative(since, nowMs)}.`,
      link: monitor,
    }
  })
  if (lines.length === 0) lines.push({ state: 'success', text: 'None is waiting or running.' })
  const failed = jobs.failedLastDay.reduce((sum, { jobs: count }) => sum + count, 0)
  if (failed === 0) lines.push({ state: 'success', text: 'None failed in the last 24 hours.' })
  else {
    const text = `${countOf(failed, 'job')} failed in the last 24 hours.`
    lines.push({ state: 'failed', text, link: monitor })
  }
  const { triesLostLastDay: lost, longestWaitSeconds: wait } = jobs
  if (lost > 0) {
    lines.push({
      state: lost > limits.triesLost ? 'failed' : 'waiting',
      text: `${countOf(lost, 'runner')} ended before the job did in the last 24 hours.`,
      link: monitor,
    })
  }
  if (wait !== null) {
    lines.push({
      state: wait * 1_000 > limits.queuedMs ? 'waiting' : 'success',
      text: `Jobs of the last hour waited ${wait === 0 ? 'less than a second' : formatDuration(wait * 1_000)} at most before they started.`,
    })
  }
  return lines
}

const sync = { href: paths.sync, label: 'Sync' }

function dataLines({ data }: SystemState, nowMs: number): SystemLine[] {
  const { volunteers, lastExportAt, lastImportAt, rows, skippedRows: skipped } = data
  const lines: SystemLine[] = [
    { state: 'neutral', text: `${countOf(volunteers, 'volunteer')} in the database.` },
  ]
  if (lastExportAt !== null) {
    lines.push({ state: 'neutral', text: `Last export: ${formatRelative(lastExportAt, nowMs)}.` })
  }
  if (lastImportAt === null) {
    lines.push({ state: 'waiting', text: 'Nothing has been imported yet.', link: sync })
    return lines
  }
  const isOld = nowMs - Date.parse(lastImportAt) > limits.importMs
  lines.push({
    state: isOld ? 'failed' : 'success',
    text: `Last import: ${formatRelative(lastImportAt, nowMs)}.`,
    ...(isOld && { link: sync }),
  })
  if (rows !== null && skipped !== null) {
    lines.push({
      state:
        skipped === 0 ? 'success' : skipped > rows * limits.skippedShare ? 'failed' : 'waiting',
      text: `It read ${countOf(rows, 'row')} and skipped ${skipped === 0 ? 'none' : formatCount(skipped)}.`,
      ...(skipped > 0 && { link: sync }),
    })
  }
  return lines
}

function storageLines({ reports, storage }: SystemState): SystemLine[] {
  const { expiring } = reports
  const { disk } = storage
  const lines: SystemLine[] = [
    {
      state: 'neutral',
      text: `${countOf(reports.reports, 'report')}, ${formatBytes(reports.bytes)}.`,
    },
  ]
  if (expiring) {
    lines.push({
      state: 'waiting',
      text: `${countOf(expiring.reports, 'old report')} will be deleted on ${formatDate(expiring.at)}.`,
      link: { href: paths.reports, label: 'Reports' },
    })
  }
  const kind = storage.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  lines.push({
    state: 'neutral',
    text: `The database (${kind}) takes ${formatBytes(storage.databaseBytes)}.`,
  })
  if (disk) {
    lines.push({
      state: disk.freeBytes < disk.totalBytes * limits.freeShare ? 'failed' : 'success',
      text: `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} are free on this server’s disk.`,
    })
  }
  return lines
}

function backupLine({ backup }: SystemState, nowMs: number): SystemLine {
  const { lastAt, hasFailed, isScheduled } = backup
  const schedule = isScheduled ? '' : ' No backup is made automatically.'
  const details = isScheduled ? {} : { details: 'Set BACKUP_DIR, or run npm run backup regularly.' }
  if (lastAt === null) {
    return { state: 'failed', text: `No backup has been made yet.${schedule}`, ...details }
  }
  const last = `Last backup: ${formatRelative(lastAt, nowMs)}.`
  if (hasFailed) {
    return { state: 'failed', text: `${last} The last try failed; the server’s log says why.` }
  }
  const isOld = nowMs - Date.parse(lastAt) > limits.backupMs
  return { state: isOld ? 'failed' : 'success', text: `${last}${schedule}`, ...details }
}

function channelLines({ channels }: SystemState, nowMs: number): SystemLine[] {
  const link = { href: paths.monitoring, label: 'Monitoring' }
  if (channels.length === 0) {
    const text = 'Notices are shown in the dashboard only: no other channel is set up.'
    return [{ state: 'waiting', text }]
  }
  return channels.map(({ channel, waiting, failure }): SystemLine => {
    const name = noticeChannels[channel]?.subject ?? channel
    const left = waiting === 0 ? '' : ` ${countOf(waiting, 'unsent message')}.`
    if (!failure) return { state: 'success', text: `${name} works.${left}` }
    const when = formatRelative(failure.at, nowMs)
    return { state: 'failed', text: `${name} failed ${when}: ${failure.message}${left}`, link }
  })
}

function githubLine({ requestsLeft: left }: { requestsLeft: number | null }): SystemLine {
  if (left === null) {
    const text = 'How many more requests GitHub takes is not known here.'
    return { state: 'neutral', text }
  }
  return {
    state: left < limits.githubRequests ? 'failed' : 'success',
    text: `GitHub takes ${countOf(left, 'more request')} this hour.`,
  }
}

const kindWords: Record<RetainedKind, readonly [name: string, noun: string]> = {
  jobs: ['Jobs', 'job'],
  logs: ['logs of jobs', 'log'],
  reports: ['reports', 'report'],
  imports: ['what imports changed', 'import'],
  calls: ['calls', 'call'],
  notices: ['notices', 'notice'],
  audit: ['the audit log', 'audit entr'],
}

function retentionLines({ retention }: SystemState, nowMs: number): SystemLine[] {
  const { days, lastRun, nextAt } = retention
  const kinds = Object.keys(kindWords) as RetainedKind[]
  const periods = kinds.map((kind) => {
    const time = days[kind] === 0 ? 'forever' : `for ${countOf(days[kind], 'day')}`
    return `${kindWords[kind][0]} ${time}`
  })
  const rule: SystemLine = { state: 'neutral', text: `Kept: ${periods.join(', ')}.` }
  if (!lastRun || nextAt === null) {
    return [{ state: 'neutral', text: 'Nothing has been removed yet.' }, rule]
  }
  const removed = kinds.flatMap((kind) => {
    const count = lastRun.removed[kind] ?? 0
    return count === 0 ? [] : [countRemoved(count, kind)]
  })
  const what = removed.length === 0 ? 'nothing was old enough' : `removed ${removed.join(', ')}`
  const failed = lastRun.failed.map((kind) => (kindWords[kind]?.[0] ?? kind).toLowerCase())
  const problem =
    failed.length === 0 ? '' : ` It failed for ${failed.join(', ')}; the server’s log says why.`
  return [
    {
      state: failed.length === 0 ? 'success' : 'failed',
      text: `Last run ${formatRelative(lastRun.at, nowMs)}: ${what}.${problem}`,
    },
    { state: 'neutral', text: `Next run after ${formatInstant(nextAt)}.` },
    rule,
  ]
}

function countRemoved(count: number, kind: RetainedKind): string {
  const [, noun] = kindWords[kind]
  if (kind !== 'audit') return countOf(count, noun)
  return `${formatCount(count)} ${noun}${count === 1 ? 'y' : 'ies'}`
}
