import type { TrackedJob } from '@dashboard/store/jobs/github-runs'
import { githubOwner } from '@dashboard/store/jobs/github-started-jobs'
import { describe, expect, it, test } from 'vitest'
import type { Run } from './api/github-schemas.ts'
import {
  decide,
  hasEnded,
  hasStopped,
  readActiveState,
  readEndState,
  runIsGone,
} from './run-states.ts'

/** The tests follow the tables of docs/github-actions.md#what-githubs-states-become. */

test.each([
  ['requested', 'queued', 'Waiting for a machine'],
  ['queued', 'queued', 'Waiting for a machine'],
  ['pending', 'queued', 'Waiting for other runs on GitHub to end'],
  ['waiting', 'queued', 'Waiting for somebody to approve the run on GitHub'],
  ['in_progress', 'running', 'Preparing the machine'],
  ['something new', 'queued', 'Waiting for a machine'],
])('the status %s is %s: %s', (status, state, step) => {
  expect(readActiveState({ status })).toEqual({ state, step })
})

test.each([
  ['success', 'completed', true, 'outside-system', 'without doing the job'],
  ['neutral', 'completed', true, 'outside-system', 'without doing the job'],
  ['failure', 'failed', true, 'outside-system', 'The run failed on GitHub.'],
  ['stale', 'failed', true, 'outside-system', 'did not report for too long'],
  ['cancelled', 'failed', false, 'cancelled', 'The run was cancelled on GitHub.'],
  ['timed_out', 'failed', false, 'outside-system', 'took longer than its workflow allows'],
  ['skipped', 'failed', false, 'outside-system', 'a condition in its workflow was not met'],
  ['action_required', 'failed', false, 'outside-system', 'requires an approval'],
  ['startup_failure', 'failed', false, 'outside-system', 'could not start the run'],
  ['odd', 'failed', false, 'outside-system', 'The run ended on GitHub with "odd".'],
  [null, 'failed', false, 'outside-system', 'The run ended on GitHub with "nothing".'],
])('the conclusion %s is %s, tried again: %s', (conclusion, state, mayRetry, kind, words) => {
  const end = readEndState({ conclusion })
  expect(end).toEqual({ state, mayRetry, kind, error: expect.stringContaining(words) })
})

test('a run that is gone fails its job and is not tried again', () => {
  expect(runIsGone).toMatchObject({ state: 'failed', kind: 'outside-system', mayRetry: false })
  expect(runIsGone.error).toContain('no longer exists on GitHub')
})

describe('a run that was asked to stop', () => {
  const requestedAt = '2026-11-20T10:00:00.000Z'
  const run = { status: 'in_progress', attempt: 1, startedAt: '2026-11-20T10:01:00.000Z' }
  const stopped = (over: Partial<Run>, requested: string | null = requestedAt) =>
    hasStopped({ ...run, ...over } as Run, requested)

  it('has stopped once it has ended', () => {
    expect([hasEnded({ status: 'completed' }), hasEnded({ status: 'queued' })]).toEqual([
      true,
      false,
    ])
    expect(stopped({ status: 'completed' })).toBe(true)
    expect(stopped({})).toBe(false)
  })

  it('has stopped once somebody has begun another attempt', () => {
    expect(stopped({ attempt: 2 })).toBe(true)
    expect(stopped({ attempt: 2, startedAt: requestedAt })).toBe(false)
    expect(stopped({ attempt: 2, startedAt: '2026-11-20T09:59:00.000Z' })).toBe(false)
    expect(stopped({ attempt: 2, startedAt: null })).toBe(false)
    expect(stopped({ attempt: 2 }, null)).toBe(false)
  })
})

describe('what the state of a run means for its job', () => {
  const at = '2026-11-20T10:00:00.000Z'
  const queued: TrackedJob = {
    id: 'j1',
    type: 'export',
    status: 'queued',
    step: null,
    startedAt: null,
    attempts: 0,
    leaseOwner: null,
    leaseExpiresAt: null,
    githubRunId: '7',
    dispatchedAt: at,
    stopRequestedAt: null,
    readAt: at,
  }
  const leaseFor = (ms: number) => new Date(Date.parse(at) + ms).toISOString()
  const running: TrackedJob = {
    ...queued,
    status: 'running',
    startedAt: at,
    attempts: 1,
    leaseOwner: 'runner',
    leaseExpiresAt: leaseFor(1),
  }
  const lost = { ...running, leaseExpiresAt: leaseFor(0) }
  const givenBack = { ...queued, startedAt: at, attempts: 2 }
  const started = { ...queued, leaseOwner: githubOwner }
  const stopping: TrackedJob = { ...queued, status: 'failed', stopRequestedAt: at }

  const waiting: Run = {
    id: '7',
    title: '',
    workflow: 'locust-export.yml',
    url: '',
    status: 'pending',
    conclusion: null,
    attempt: 1,
    startedBy: null,
    createdAt: at,
    updatedAt: at,
    startedAt: at,
  }
  const working = { ...waiting, status: 'in_progress' }
  const ended = (conclusion: string) => ({ ...waiting, status: 'completed', conclusion })

  const nothing = { do: 'nothing' }
  const retry = { do: 'retry', cancelsRun: false }
  const fail = (kind: string, error: string, readsLog = false) => ({
    do: 'fail',
    kind,
    error: expect.stringContaining(error),
    readsLog,
  })
  const waits = { do: 'show-step', step: 'Waiting for other runs on GitHub to end' }
  const hasStoppedLine = { do: 'end-stop', line: 'The run on GitHub has stopped.' }

  test.each<[string, string, TrackedJob, Run | 'gone', object]>([
    ['a queued job', 'that waits', queued, waiting, waits],
    [
      'a queued job',
      'at work',
      queued,
      working,
      { do: 'show-step', step: 'Preparing the machine' },
    ],
    ['a queued job', 'that was cancelled', queued, ended('cancelled'), fail('cancelled', 'was')],
    ['a queued job', 'that failed', queued, ended('failure'), fail('outside-system', 'log', true)],
    ['a queued job', 'that is stale', queued, ended('stale'), fail('outside-system', 'too long')],
    ['a queued job', 'that succeeded', queued, ended('success'), fail('outside-system', 'without')],
    ['a queued job', 'that is gone', queued, 'gone', fail('outside-system', 'no longer exists')],
    ['a queued job', 'of another job', queued, { ...ended('failure'), id: '8' }, nothing],
    ['a job that was given back', 'that failed', givenBack, ended('failure'), retry],
    [
      'a job that was given back',
      'that took too long',
      givenBack,
      ended('timed_out'),
      fail('outside-system', 'longer'),
    ],
    [
      'a job that was given back',
      'that failed',
      { ...givenBack, attempts: 3 },
      ended('failure'),
      fail('interrupted', '3 times'),
    ],
    ['a running job', 'at work', running, working, nothing],
    ['a running job', 'that failed', running, ended('failure'), nothing],
    ['a running job', 'that is gone', running, 'gone', nothing],
    ['a lost job', 'at work', lost, working, nothing],
    ['a lost job', 'that failed', lost, ended('failure'), retry],
    ['a lost job', 'that failed', { ...lost, attempts: 3 }, ended('failure'), retry],
    ['a lost job', 'that is gone', lost, 'gone', fail('outside-system', 'no longer exists')],
    [
      'a job whose runner is lost',
      'at work',
      { ...lost, leaseExpiresAt: leaseFor(-50) },
      working,
      { do: 'retry', cancelsRun: true },
    ],
    [
      'a job whose runner is almost lost',
      'at work',
      { ...lost, leaseExpiresAt: leaseFor(-49) },
      working,
      nothing,
    ],
    [
      'a running job without a lease',
      'at work',
      { ...lost, leaseExpiresAt: null },
      working,
      { do: 'retry', cancelsRun: true },
    ],
    [
      'a completed job',
      'that failed',
      { ...queued, status: 'completed' },
      ended('failure'),
      nothing,
    ],
    ['a failed job', 'that is gone', { ...queued, status: 'failed' }, 'gone', nothing],
    ['a job that is to stop', 'at work', stopping, working, nothing],
    ['a job that is to stop', 'that was cancelled', stopping, ended('cancelled'), hasStoppedLine],
    [
      'a job that is to stop',
      'in a later attempt',
      stopping,
      { ...working, attempt: 2, startedAt: leaseFor(1) },
      hasStoppedLine,
    ],
    [
      'a job that is to stop',
      'that is gone',
      stopping,
      'gone',
      { do: 'end-stop', line: runIsGone.error },
    ],
    ['a job started on GitHub', 'that waits', started, waiting, waits],
    [
      'a job started on GitHub',
      'at work',
      started,
      working,
      { do: 'begin', step: 'Preparing the machine' },
    ],
    [
      'a job started on GitHub',
      'that succeeded',
      started,
      ended('success'),
      { do: 'end-with-run', end: readEndState({ conclusion: 'success' }), endedAt: at },
    ],
    [
      'a job started on GitHub',
      'that is gone',
      started,
      'gone',
      fail('outside-system', 'no longer exists'),
    ],
  ])('%s with a run %s (%#)', (_job, _run, job, run, action) => {
    expect(decide(job, run, { lostRunnerMs: 50 })).toEqual(action)
  })
})
