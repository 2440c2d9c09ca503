import { randomUUID } from 'node:crypto'
import { type Page, test } from '@playwright/test'
import { createAccountWith } from '../accounts.ts'
import { signInByApi } from '../api-client.ts'
import { deleteAllJobs, jobRow, writeJobs } from '../job-rows.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { openSignedIn } from '../sign-in.ts'
import { inactive, type Person, user } from './people.ts'
import { type SpecifiedJob, specifiedJob } from './specified-jobs.ts'

/** Where the sentences are asserted: the real server, with three people. */
export interface World {
  readonly url: string
  /** Opens an address as somebody who has signed in; the first administrator by default. */
  open(page: Page, path: string, person?: Person): Promise<void>
  /** What a GET answers to the first administrator. */
  read<T>(path: string): Promise<T>
  /** Puts jobs in the place of those that are there; the first one is the newest. They stay as they are. */
  setJobs(jobs: readonly Partial<SpecifiedJob>[]): SpecifiedJob[]
}

export { admin, inactive, user } from './people.ts'

/** With `full`, data have been synced and reports were made. */
export function startWorld(data: 'empty' | 'full'): World {
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
    get url() {
      return dashboard.url
    },
    open: (page, path, person) => openSignedIn(page, dashboard, path, person),
    async read<T>(path: string) {
      const { token } = await signInByApi(dashboard)
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${dashboard.url}${path}`, { headers })
      return (await response.json()) as T
    },
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

/** A text of the toast that is on the screen. */
export function toast(page: Page, text: string | RegExp) {
  return page.getByText(text, { exact: true })
}
