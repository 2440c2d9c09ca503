import type { Job } from '@dashboard/contract/jobs'
import { describe, expect, it } from 'vitest'
import { arrangeJobs, filterJobs, readJobFilter } from './job-arrangement.ts'

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
  const { active, ended } = arrangeJobs(jobs)
  const names = (listed: typeof active) =>
    listed.map(({ job, isDependent }) => `${isDependent ? '> ' : ''}${job.id}`)
  return { active: names(active), ended: names(ended) }
}

describe('arrangeJobs', () => {
  it('puts running jobs first, then waiting ones, and the rest apart', () => {
    const jobs = [
      job('5', 'completed'),
      job('4', 'queued'),
      job('3', 'failed'),
      job('2', 'running'),
      job('1', 'running'),
    ]
    expect(shown(jobs)).toEqual({ active: ['2', '1', '4'], ended: ['5', '3'] })
  })
  it('keeps an export and its import together, whatever happens to each', () => {
    const pair = (first: Job['status'], second: Job['status']) => [
      job('import', second, { type: 'import', dependsOn: 'export' }),
      job('between', 'completed'),
      job('export', first, { type: 'export' }),
    ]
    const both = ['export', '> import']
    expect(shown(pair('running', 'queued'))).toEqual({ active: both, ended: ['between'] })
    expect(shown(pair('completed', 'running'))).toEqual({ active: both, ended: ['between'] })
    expect(shown(pair('completed', 'failed'))).toEqual({ active: [], ended: [...both, 'between'] })
  })
  it('shows an import alone whose export is not in the list', () => {
    const alone = [job('import', 'queued', { dependsOn: 'gone' })]
    expect(shown(alone)).toEqual({ active: ['import'], ended: [] })
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
