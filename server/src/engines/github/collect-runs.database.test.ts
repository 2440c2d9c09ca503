import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startGithub } from '../../../test/github.ts'
import { readJobId } from './run-states.ts'

const pagesOf = ({ double }: Awaited<ReturnType<typeof startGithub>>) =>
  double.exchanges.map(({ query }) => query.page).filter(Boolean)

test('pages are read only as far back as a missing run can be', async () => {
  const setup = await startGithub()
  const { id } = await setup.dispatched()
  for (let count = 0; count < 150; count += 1) setup.double.startRun('locust-export.yml')
  const newestFirst = [...setup.double.state.runs.values()].toReversed()
  // Only the last run of the first page is well older than the job's dispatch.
  const last = newestFirst[99]
  const before = newestFirst[98]
  if (last) last.createdAt = new Date(Date.now() - 3_600_000)
  expect(before?.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
  const run = setup.double.runOf(id)
  run.createdAt = new Date(Date.now() - 7_200_000)
  await setup.engine.sync()
  expect(pagesOf(setup)).toEqual(['1'])
})

test.each([
  ['Export 0b5c1d9e-8f7a-4c3b-9d2e-1f0a9b8c7d6e', '0b5c1d9e-8f7a-4c3b-9d2e-1f0a9b8c7d6e'],
  ['0B5C1D9E-8F7A-4C3B-9D2E-1F0A9B8C7D6E of main', '0b5c1d9e-8f7a-4c3b-9d2e-1f0a9b8c7d6e'],
  ['Export', undefined],
  ['0b5c1d9e-8f7a-4c3b-9d2e', undefined],
])('the name %j holds the job %s', (title, id) => {
  expect(readJobId(title)).toBe(id)
})

test('a request that GitHub never answers does not keep the server from stopping', async () => {
  const setup = await startGithub({ connection: { timeoutMs: 120_000 } })
  await setup.dispatched()
  setup.double.setFault('list-runs', { kind: 'hang' })
  const poll = setup.engine.sync().catch((error: unknown) => error)
  await sleep(500)
  const from = Date.now()
  await setup.engine.close()
  // `close` waits at most five seconds for requests under way.
  expect(Date.now() - from).toBeLessThan(100_000)
  expect(await poll).toBeInstanceOf(Error)
})
