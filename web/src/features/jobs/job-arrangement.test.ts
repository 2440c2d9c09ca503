import type { Job } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import { arrangeJobs, filterJobs, readJobFilter, withOlder } from './job-arrangement.ts'

function job(id: string, status: Job['status'], over: Partial<Job> = {}): Job {
  return {
    id,
    status,
    type: 'circuit-report',
    dependsOn: null,
    createdById: 'ann',
    ...over,
  } as Job
}
const shown = (jobs: readonly Job[]) => {
  const { active, failed, completed } = arrangeJobs(jobs)
  const names = (listed: typeof active) =>
    listed.map(({ job, isDependent }) => `${isDependent ? '> ' : ''}${job.id}`)
  return { active: names(active), failed: names(failed), completed: names(completed) }
}

it('takes live jobs as they are now, and others from what the server has chosen', () => {
  const live = [job('3', 'failed'), job('2', 'failed')]
  const chosen = [job('2', 'running'), job('1', 'failed')]
  const shownJobs = withOlder(live, chosen).map(({ id, status }) => `${id} ${status}`)
  expect(shownJobs).toEqual(['3 failed', '2 failed', '1 failed'])
})

describe('arrangeJobs', () => {
  it('puts running jobs first, then waiting ones; failed and completed ones stand apart', () => {
    const jobs = [
      job('5', 'completed'),
      job('4', 'queued'),
      job('3', 'failed'),
      job('2', 'running'),
      job('1', 'running'),
    ]
    expect(shown(jobs)).toEqual({ active: ['2', '1', '4'], failed: ['3'], completed: ['5'] })
  })
  it('lists an export and its import together while they are in one list', () => {
    const pair = (first: Job['status'], second: Job['status']) => [
      job('import', second, { type: 'import', dependsOn: 'export' }),
      job('between', 'completed'),
      job('export', first, { type: 'export' }),
    ]
    const both = ['export', '> import']
    const none = { active: [], failed: [], completed: [] }
    expect(shown(pair('running', 'queued'))).toEqual({
      ...none,
      active: both,
      completed: ['between'],
    })
    expect(shown(pair('completed', 'running'))).toEqual({
      ...none,
      active: ['import'],
      completed: ['between', 'export'],
    })
    expect(shown(pair('failed', 'failed'))).toEqual({
      ...none,
      failed: both,
      completed: ['between'],
    })
    expect(shown(pair('completed', 'completed'))).toEqual({
      ...none,
      completed: [...both, 'between'],
    })
  })
  it('shows an import alone whose export is not in the list', () => {
    const alone = [job('import', 'queued', { dependsOn: 'gone' })]
    expect(shown(alone)).toEqual({ active: ['import'], failed: [], completed: [] })
  })
})

describe('filterJobs', () => {
  const jobs = [
    job('a', 'running', { type: 'export' }),
    job('b', 'failed', { createdById: 'bo' }),
    job('c', 'completed', { createdById: null }),
  ]
  it.each([
    ['', ['a', 'b', 'c']],
    ['show=active', ['a']],
    ['show=failed', ['b']],
    ['show=mine', ['b']],
    ['kind=export', ['a']],
    ['show=mine&kind=export', []],
    ['show=rubbish&kind=rubbish', ['a', 'b', 'c']],
  ])('by the address "%s"', (search, ids) => {
    const filter = readJobFilter(new URLSearchParams(search))
    expect(filterJobs(jobs, filter, 'bo').map(({ id }) => id)).toEqual(ids)
  })
})
