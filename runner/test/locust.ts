import { locustToken, startLocustDouble } from '@dashboard/doubles/locust/locust-double'
import type { RequestLimits } from '@dashboard/store/outside/retry-with-backoff'
import type { LocustSettings } from '@dashboard/store/settings/settings-locust'
import { onTestFinished } from 'vitest'
import { openLocust } from '../src/export/locust-client.ts'
import type { VolunteerTable } from '../src/export/volunteer-source.ts'

const bearer = { kind: 'bearer', token: locustToken } as const
/** So long that no busy machine reaches them; a double that hangs is read with shorter ones. */
const limits: RequestLimits = {
  answer: 60_000,
  tries: 3,
  firstWaitMs: 10,
  maxWaitMs: 100,
}

/** Starts a Locust double with 40 volunteers, closed after the test. */
export async function startDouble(options: Parameters<typeof startLocustDouble>[0] = {}) {
  const double = await startLocustDouble({ rows: 40, ...options })
  onTestFinished(double.close)
  return double
}

interface Reading {
  table: VolunteerTable
  log: string[]
  counts: number[]
}

/** Reads with short waits between the tries. */
export async function readLocust(
  url: string,
  {
    credentials = bearer,
    signal = new AbortController().signal,
    ...shorter
  }: Partial<RequestLimits> & {
    credentials?: LocustSettings['credentials']
    signal?: AbortSignal
  } = {},
): Promise<Reading> {
  const log: string[] = []
  const counts: number[] = []
  const source = openLocust({ url, credentials }, { ...limits, ...shorter })
  const reporter = {
    log: (line: string) => void log.push(line),
    count: (n: number) => void counts.push(n),
  }
  return { table: await source.read(reporter, signal), log, counts }
}
