import type { SystemState } from '@dashboard/contract/system'
import { shownTime } from '@dashboard/store/test/shown-times'
import { describe, expect, it } from 'vitest'
import { systemSections } from './system-words.ts'

const now = Date.parse('2026-11-20T15:00:00.000Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

const well: SystemState = {
  version: '1.0.0',
  problems: [],
  requests: { since: hoursAgo(30), lastHour: 1_200, failedLastHour: 0, slowLastHour: 0 },
  jobs: { active: [], failedLastDay: [], triesLostLastDay: 0, longestWaitSeconds: null },
  data: {
    volunteers: 3_000,
    lastExportAt: hoursAgo(3),
    lastImportAt: hoursAgo(2),
    rows: 3_000,
    skippedRows: 0,
  },
  reports: { reports: 40, bytes: 12_582_912, expiring: null },
  storage: {
    database: 'sqlite',
    databaseBytes: 15_728_640,
    disk: { freeBytes: 2e10, totalBytes: 4e10 },
  },
  github: null,
  backup: { lastAt: hoursAgo(12), ageSeconds: null, hasFailed: false, isScheduled: true },
  channels: [{ channel: 'email', waiting: 0, failure: null }],
  retention: {
    days: { jobs: 400, logs: 90, reports: 0, imports: 90, calls: 730, notices: 90, audit: 400 },
    lastRun: { at: hoursAgo(5), removed: { jobs: 3, audit: 1, logs: 0 }, failed: [], total: {} },
    nextAt: hoursAgo(-15),
  },
}

const linesOf = (changes: Partial<SystemState>, title: string) =>
  systemSections({ ...well, ...changes }, now).find((section) => section.title === title)?.lines
const textsOf = (changes: Partial<SystemState>, title: string) =>
  linesOf(changes, title)?.map(({ state, text }) => `${state}: ${text}`)

it('a system that is well has nothing to act on', () => {
  const lines = systemSections(well, now).flatMap((section) => section.lines)
  expect(lines.filter(({ link }) => link !== undefined)).toEqual([])
  expect(lines.filter(({ state }) => state === 'failed' || state === 'waiting')).toEqual([])
  expect(textsOf({}, 'What is removed')).toEqual([
    'success: Last run 5 hours ago: removed 3 jobs, 1 audit entry.',
    `neutral: Next run after ${shownTime('2026-11-21 01:00')}.`,
    'neutral: Kept: Jobs for 400 days, logs of jobs for 90 days, reports forever, what imports changed for 90 days, calls for 730 days, notices for 90 days, the audit log for 400 days.',
  ])
  expect(systemSections(well, now).map(({ title }) => title)).not.toContain('GitHub')
})

describe('a problem is named with a link to where it is solved:', () => {
  it('requests', () => {
    const requests = { ...well.requests, lastHour: 100, failedLastHour: 3, slowLastHour: 1 }
    expect(textsOf({ requests }, 'Requests')?.slice(0, 2)).toEqual([
      'failed: 100 requests in the last hour, 3 failed. The server’s log says why.',
      'success: 1 took longer than a second.',
    ])
    const quiet = { ...well.requests, lastHour: 10, failedLastHour: 1 }
    expect(textsOf({ requests: quiet }, 'Requests')?.[0]).toMatch(/^waiting: /)
  })

  it('jobs', () => {
    const jobs: SystemState['jobs'] = {
      active: [
        { type: 'circuit-report', status: 'queued', jobs: 2, since: hoursAgo(1) },
        { type: 'import', status: 'running', jobs: 1, since: hoursAgo(0.5) },
      ],
      failedLastDay: [{ type: 'import', kind: 'other', jobs: 1 }],
      triesLostLastDay: 2,
      longestWaitSeconds: 75,
    }
    expect(textsOf({ jobs }, 'Jobs')).toEqual([
      'failed: 2 circuit report jobs waiting, the oldest since 1 hour ago.',
      'running: 1 import running, since 30 minutes ago.',
      'failed: 1 job failed in the last 24 hours.',
      'waiting: 2 runners ended before the job did in the last 24 hours.',
      'success: Jobs of the last hour waited 1m 15s at most before they started.',
    ])
    expect(linesOf({ jobs }, 'Jobs')?.[0]?.link?.href).toBe('/dashboard/monitor')
  })

  it('data', () => {
    const data = { ...well.data, lastImportAt: hoursAgo(200), skippedRows: 8 }
    expect(textsOf({ data }, 'Data')?.slice(2)).toEqual([
      'failed: Last import: 8 days ago.',
      'waiting: It read 3,000 rows and skipped 8.',
    ])
    const none = { ...well.data, lastImportAt: null, rows: null, skippedRows: null }
    expect(textsOf({ data: none }, 'Data')?.at(-1)).toBe('waiting: Nothing has been imported yet.')
  })

  it('storage', () => {
    const expiring = { reports: 12, at: '2026-12-04T05:00:00.000Z', until: hoursAgo(1) }
    const changes = {
      reports: { ...well.reports, expiring },
      storage: { ...well.storage, disk: { freeBytes: 1e9, totalBytes: 4e10 } },
    }
    expect(textsOf(changes, 'Storage')).toEqual([
      'neutral: 40 reports, 12 MB.',
      'waiting: 12 old reports will be deleted on Dec 4, 2026.',
      'neutral: The database (SQLite) takes 15 MB.',
      'failed: 954 MB of 37 GB are free on this server’s disk.',
    ])
  })

  it.each([
    [
      { hasFailed: true },
      'Last backup: 12 hours ago. The last try failed; the server’s log says why.',
    ],
    [{ lastAt: hoursAgo(72) }, 'Last backup: 3 days ago.'],
    [
      { lastAt: null, isScheduled: false },
      'No backup has been made yet. No backup is made automatically.',
    ],
  ])('backups: %o', (facts, text) => {
    const backup = { ...well.backup, ...facts }
    expect(textsOf({ backup }, 'Backups')).toEqual([`failed: ${text}`])
  })

  it('messages, GitHub and the retention', () => {
    const failure = { message: 'The server refused.', at: hoursAgo(1) }
    const channels: SystemState['channels'] = [{ channel: 'webhook', waiting: 2, failure }]
    expect(textsOf({ channels }, 'Messages')).toEqual([
      'failed: The webhook failed 1 hour ago: The server refused. 2 unsent messages.',
    ])
    expect(textsOf({ channels: [] }, 'Messages')?.[0]).toContain('shown in the dashboard only')
    expect(textsOf({ github: { requestsLeft: 12 } }, 'GitHub')).toEqual([
      'failed: GitHub takes 12 more requests this hour.',
    ])
    expect(textsOf({ github: { requestsLeft: null } }, 'GitHub')?.[0]).toMatch(/^neutral/)
    const lastRun = { at: hoursAgo(5), removed: {}, failed: ['reports'], total: {} } as const
    const retention = { ...well.retention, lastRun: { ...lastRun, failed: [...lastRun.failed] } }
    expect(textsOf({ retention }, 'What is removed')?.[0]).toBe(
      'failed: Last run 5 hours ago: nothing was old enough. It failed for reports; the server’s log says why.',
    )
  })
})
