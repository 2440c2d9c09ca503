import { insertPeople } from '@dashboard/server/test/people'
import type { Db } from '@dashboard/store/database/open-database'
import { cancelJob, failActiveJob } from '@dashboard/store/jobs/finish-job'
import { queuedJob } from '@dashboard/store/test/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findJobRow, jobRowOf } from '../job-rows.ts'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/**
 * What each screen says of a sync whose export did not complete. What the server counts, for every way in which a job
 * can end, is in server/src/jobs/job-ends-routes.both-databases.test.ts.
 */

const byAnn = 'Cancelled by Ann Lee'
const onGithub = { error: 'The run was cancelled on GitHub.', kind: 'cancelled' } as const
const down = { error: 'Locust is down.', kind: 'outside-system' } as const

test.each([
  {
    way: 'was cancelled here',
    end: (db: Db, id: string) => cancelJob(db, id, 'Ann Lee'),
    exported: byAnn,
    imported: 'Did not run' + 'Cancelled together with the export it waited for, by Ann Lee',
    inSync: byAnn,
    failed: 0,
  },
  {
    way: 'was cancelled on GitHub',
    end: (db: Db, id: string) => failActiveJob(db, id, onGithub),
    exported: 'Cancelled outside the dashboard',
    imported: 'Did not run' + 'The export it depends on failed',
    inSync: 'Cancelled outside the dashboard',
    failed: 0,
  },
  {
    way: 'failed',
    end: (db: Db, id: string) => failActiveJob(db, id, down),
    exported: 'Locust is down.',
    imported: 'Did not run' + 'The export it depends on failed',
    inSync: 'Failed',
    failed: 1,
  },
])('all screens say the same of a sync whose export $way', async (row) => {
  const server = await startPageServer()
  const admin = await server.as('admin')
  await insertPeople(server.db, [{ name: ['Ann', 'Lee'] }])
  const exported = await queuedJob(server.db, { type: 'export' })
  const imported = await queuedJob(server.db, { type: 'import', dependsOn: exported.id })
  await row.end(server.db, exported.id)

  const user = await openPage('/dashboard/monitor', admin)
  await waitFor(() => expect(findJobRow(exported.id)).not.toBeNull())
  expect(jobRowOf(exported.id)).toHaveTextContent(row.exported)
  expect(jobRowOf(imported.id)).toHaveTextContent(row.imported)
  expect(within(jobRowOf(imported.id)).queryByRole('button', { name: 'Retry' })).toBeNull()
  await user.click(within(jobRowOf(imported.id)).getByRole('button', { name: 'View Details' }))
  const details = within(await screen.findByRole('dialog'))
  expect(await details.findByRole('note')).toHaveTextContent('Run the sync again to start both.')
  expect(details.queryByRole('alert')).toBeNull()

  const filter = row.failed > 0 ? 'failed' : 'cancelled'
  await openPage(`/dashboard/monitor?show=${filter}`, admin)
  await waitFor(() => expect(findJobRow(exported.id)).not.toBeNull())
  expect(findJobRow(imported.id)).toBeNull()

  await openPage('/dashboard/sync', admin)
  const last = await screen.findByRole('region', { name: 'Last sync' })
  expect(last).toHaveTextContent(`Export from Locust${row.inSync}`)
  expect(last).toHaveTextContent('Import to SMPW DashboardDid not run')
  expect(screen.queryAllByText('The last export failed')).toHaveLength(row.failed)

  await openPage('/admin/system', admin)
  const jobs = await screen.findByRole('region', { name: 'Jobs' })
  expect(jobs).toHaveTextContent(
    `${row.failed === 0 ? 'None' : '1 job'} failed in the last 24 hours`,
  )

  await openPage('/dashboard', admin)
  const board = await screen.findByRole('region', { name: 'Jobs of the last 30 days' })
  expect(board).toHaveTextContent(row.failed === 0 ? 'No jobs in this time' : '1 failed')
})
