import { getBrandSettings } from '@dashboard/contract/brand'
import { getJob, type Job, listJobs } from '@dashboard/contract/jobs'
import { listReports } from '@dashboard/contract/reports'
import { QueryClient } from '@tanstack/react-query'
import { expect, expectTypeOf, it } from 'vitest'
import { endpointQuery, pathKey } from './endpoint-query.ts'

it('keys are the path segments, then the query', () => {
  expect(endpointQuery(listJobs).queryKey).toEqual(['api', 'jobs'])
  expect(endpointQuery(listJobs, { query: { limit: '100' } }).queryKey).toEqual([
    'api',
    'jobs',
    { limit: '100' },
  ])
  expect(endpointQuery(getJob, { params: { id: '7/8' } }).queryKey).toEqual(['api', 'jobs', '7/8'])
})

it('a path invalidates everything under it, and nothing else', async () => {
  const client = new QueryClient()
  const list = endpointQuery(listJobs, { query: { limit: '100' } }).queryKey
  const one = pathKey('/api/jobs/7')
  const reports = endpointQuery(listReports).queryKey
  client.setQueryData(list, { jobs: [], nextCursor: null })
  client.setQueryData(one, {})
  const none = { reports: [], expiring: null }
  client.setQueryData(reports, none)
  await client.invalidateQueries({ queryKey: pathKey('/api/jobs') })
  expect([list, one, reports].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([
    true,
    true,
    false,
  ])
})

it('a missing path parameter is refused, not sent', () => {
  expect(() => endpointQuery(getJob, { params: { id: '' } })).toThrow('"id" is missing')
})

it('carries who may see the answer, and its type', () => {
  expect(endpointQuery(getBrandSettings).meta).toEqual({ access: 'public' })
  expect(endpointQuery(listJobs).meta).toEqual({ access: 'user' })
  type Data = Awaited<
    ReturnType<NonNullable<ReturnType<typeof endpointQuery<typeof listJobs>>['queryFn']>>
  >
  expectTypeOf<Data>().toEqualTypeOf<{ jobs: Job[]; nextCursor: string | null }>()
})
