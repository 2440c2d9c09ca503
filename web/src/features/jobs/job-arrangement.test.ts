import type { Job } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import { arrangeJobs, readJobFilter } from './job-arrangement.ts'

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

it.each([
  ['', 'all', 'all'],
  ['show=failed&kind=export', 'failed', 'export'],
  ['show=rubbish&kind=rubbish', 'all', 'all'],
])('the address "%s" selects %s jobs of %s kind', (search, show, kind) => {
  expect(readJobFilter(new URLSearchParams(search))).toEqual({ show, kind })
})
