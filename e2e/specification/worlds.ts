import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { test } from '@playwright/test'
import { createAccountWith } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { deleteAllJobs, jobRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { openSignedIn } from '../sign-in.ts'
import { inactive, type Person, user } from './people.ts'
import { type SpecifiedJob, specifiedJob } from './specified-jobs.ts'
import { type SpecifiedServer, startSpecifiedServer } from './specified-server.ts'

/** Where the sentences are asserted: with `full`, data has been synced and reports were made. */
export interface World {
  /** The real server, or the one that knows the specification and nothing else. */
  server: 'real' | 'specified'
  data: 'empty' | 'full'
  readonly url: string
  /** Opens an address as somebody who has signed in; the first administrator by default. */
  open(page: Page, path: string, person?: Person): Promise<void>
  /** What a GET answers to the first administrator. */
  read<T>(path: string): Promise<T>
  /** Puts jobs in the place of those that are there; the first one is the newest. They stay as they are. */
  setJobs(jobs: readonly Partial<SpecifiedJob>[]): SpecifiedJob[]
}

export { admin, inactive, user } from './people.ts'

type Data = World['data']
type Server = World['server']

/**
 * Declares tests once for each world, which has its own server; by default for all four. `npm test` runs one of them,
 * the real server with the most data, and leaves those of the tag to `npm test -- --all`.
 */
export function inEachWorld(
  declare: (world: World) => void,
  {
    data = ['empty', 'full'],
    server = ['real', 'specified'],
  }: { data?: Data[]; server?: Server[] } = {},
): void {
  for (const kind of server) {
    for (const amount of data) {
      const isFirst = kind === server[0] && amount === data.at(-1)
      test.describe(`${kind} server, ${amount}`, { tag: isFirst ? [] : ['@other-world'] }, () => {
        declare(kind === 'real' ? realWorld(amount) : specifiedWorld(amount))
      })
    }
  }
}

function realWorld(data: Data): World {
  const dashboard = ownDashboard({}, data === 'full' ? { synced: 'reports' } : {})
  test.beforeAll(async () => {
    const api = await signInByApi(dashboard)
    await createAccountWith(api, { ...user, firstName: 'Mia', lastName: 'Ortega' })
    await createAccountWith(api, {
      ...inactive,
      firstName: 'Ina',
      lastName: 'Lund',
      isActive: false,
    })
  })
  return {
    server: 'real',
    data,
    get url() {
      return dashboard.url
    },
    open: (page, path, person) => openSignedIn(page, dashboard, path, person),
    read: (path) => readAsAdmin(dashboard.url, path),
    setJobs(jobs) {
      const wanted = jobs.map(specifiedJob)
      deleteAllJobs(dashboard.dataDir)
      // What waits for a job that is not there is never started.
      const rows = wanted.map((job) => {
        const dependsOn = job.status === 'queued' ? (job.dependsOn ?? randomUUID()) : job.dependsOn
        const targets = job.target?.split(', ') ?? []
        return jobRow({ ...job, targets, dependsOn, step: null })
      })
      writeJobs(dashboard.dataDir, rows.toReversed())
      return wanted
    },
  }
}

function specifiedWorld(data: Data): World {
  let started: SpecifiedServer | undefined
  const running = () => {
    if (!started) throw new Error('The server starts before the first test')
    return started
  }
  test.beforeAll(async () => {
    started = await startSpecifiedServer(data)
  })
  test.afterAll(() => started?.close())
  return {
    server: 'specified',
    data,
    get url() {
      return running().url
    },
    open: (page, path, person) => openSignedIn(page, running(), path, person),
    read: (path) => readAsAdmin(running().url, path),
    setJobs(jobs) {
      const wanted = jobs.map(specifiedJob)
      running().jobs.splice(0, Infinity, ...wanted)
      return wanted
    },
  }
}

async function readAsAdmin<T>(url: string, path: string): Promise<T> {
  const { token } = await signInByApi({ url })
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await response.json()) as T
}

/** A text of the toast that is on the screen. */
export function toast(page: Page, text: string | RegExp) {
  return page.getByText(text, { exact: true })
}
