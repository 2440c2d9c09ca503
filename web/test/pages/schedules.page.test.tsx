import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  resumeSchedules,
  updateSchedule,
} from '@dashboard/contract/schedules'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { insertSchedule } from '@dashboard/server/test/schedules'
import { toJson } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { failedRow, writeJobs } from '@dashboard/store/test/job-rows'
import { shownClock, shownTime } from '@dashboard/store/test/shown-times'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { type PageServer, startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** The card of schedules on the sync page (docs/jobs.md#schedules). */

const weekdays = `Every Monday to Friday at ${shownClock('06:00')}`
const daily = `Every day at ${shownClock('06:00')}`
const soon = '2099-01-01T11:00:00.000Z'

const card = () => screen.getByRole('region', { name: 'Schedule' })
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))

async function openSchedules(server: PageServer, role: 'admin' | 'user' = 'admin') {
  const user = await openPage('/dashboard/sync', await server.as(role))
  await waitFor(() => expect(card()).toHaveTextContent(/[Ii]mports by itself/))
  return user
}

async function choose(user: UserEvent, what: string, item: string) {
  await user.click(within(card()).getByRole('button', { name: `Actions for ${what}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

/** Pauses all schedules, as an import does that the guard has stopped. */
async function pauseAll(db: Db) {
  const pause = { reason: 'guard', at: '2026-11-20T11:01:00.000Z' }
  await db
    .insertInto('stored_values')
    .values({ name: 'schedules-pause', value: toJson(pause), updatedAt: pause.at })
    .execute()
  await db.updateTable('schedules').set({ nextRunAt: null }).execute()
  await raiseVersion(db, 'schedules')
}

test('without schedules, the card says what will be there', async () => {
  const server = await startPageServer()
  await openSchedules(server)
  expect(card()).toHaveTextContent('No schedule yet')
  expect(card()).toHaveTextContent('Add one, and syncs run by themselves at the times you choose.')
  await openSchedules(server, 'user')
  expect(card()).toHaveTextContent('When an administrator adds one, syncs run by themselves.')
  expect(within(card()).queryByRole('button')).toBeNull()
})

test('a schedule is added, after missing fields are named', async () => {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2'])
  const user = await openSchedules(server)
  await user.click(within(card()).getByRole('button', { name: 'Add schedule' }))
  await screen.findByRole('dialog', { name: 'Add schedule' })
  const adding = dialog('Add schedule')
  const box = (name: string) => adding.getByRole('checkbox', { name })
  expect(box('Monday')).toBeChecked()
  expect(box('Sunday')).not.toBeChecked()
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await user.click(box(day))
  }
  await user.clear(adding.getByLabelText('Time'))
  await user.selectOptions(adding.getByLabelText('Reports after the import'), 'circuits')
  await user.click(adding.getByRole('button', { name: 'Add schedule' }))
  expect(adding.getByText('Choose at least one day')).toBeInTheDocument()
  expect(adding.getByText('Choose a time such as 06:00')).toBeInTheDocument()
  expect(adding.getByText('Select at least one circuit')).toBeInTheDocument()
  expect(server.callsOf(createSchedule)).toHaveLength(0)
  await user.click(box('Saturday'))
  expect(adding.queryByText('Choose at least one day')).toBeNull()
  await user.type(adding.getByLabelText('Time'), '23:30')
  await user.click(await adding.findByRole('checkbox', { name: 'NY-2' }))
  await user.click(adding.getByRole('button', { name: 'Add schedule' }))
  await expectToast('Schedule Added')
  expect(server.callsOf(createSchedule).map(({ body }) => body)).toEqual([
    { days: [6], time: '23:30', reportsAfter: ['NY-2'], isActive: true },
  ])
  await waitFor(() =>
    expect(card()).toHaveTextContent(`Every Saturday at ${shownClock('23:30')}, next: `),
  )
})

test('a schedule can be added as proposed, paused, resumed, changed and deleted', async () => {
  const server = await startPageServer()
  const user = await openSchedules(server)
  await user.click(within(card()).getByRole('button', { name: 'Add schedule' }))
  await screen.findByRole('dialog', { name: 'Add schedule' })
  await user.click(dialog('Add schedule').getByRole('button', { name: 'Add schedule' }))
  await waitFor(() => expect(card()).toHaveTextContent(new RegExp(`${weekdays}, next: \\w+`)))
  expect(card()).toHaveTextContent('Then makes the reports again that are out of date')
  await choose(user, weekdays, 'Pause')
  await waitFor(() => expect(card()).toHaveTextContent(`${weekdays}, paused`))
  await expectToast('Schedule Updated')
  await choose(user, weekdays, 'Resume')
  await waitFor(() => expect(card()).toHaveTextContent(`${weekdays}, next: `))
  await choose(user, weekdays, 'Edit')
  await screen.findByRole('dialog', { name: 'Edit schedule' })
  const editing = dialog('Edit schedule')
  for (const day of ['Saturday', 'Sunday']) {
    await user.click(editing.getByRole('checkbox', { name: day }))
  }
  await user.clear(editing.getByLabelText('Time'))
  await user.type(editing.getByLabelText('Time'), '23:30')
  await user.selectOptions(editing.getByLabelText('Reports after the import'), 'none')
  await user.click(editing.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(card()).toHaveTextContent(`Every day at ${shownClock('23:30')}, next: `),
  )
  expect(card()).toHaveTextContent('Makes no reports')
  expect(server.callsOf(updateSchedule).map(({ body }) => body)).toMatchObject([
    { isActive: false },
    { isActive: true },
    { time: '23:30', reportsAfter: 'none', isActive: true },
  ])
  await choose(user, `Every day at ${shownClock('23:30')}`, 'Delete')
  const asking = await screen.findByRole('alertdialog', { name: 'Delete schedule?' })
  expect(asking).toHaveTextContent(
    `Nothing will run by itself every day at ${shownClock('23:30')} any more.`,
  )
  await user.click(within(asking).getByRole('button', { name: 'Delete schedule' }))
  await expectToast('Schedule Deleted')
  await waitFor(() => expect(card()).toHaveTextContent('No schedule yet'))
})

test('each refusal has its own title and the reason of the server, or a sentence', async () => {
  const server = await startPageServer()
  await insertSchedule(server.db, { nextRunAt: soon })
  const user = await openSchedules(server)
  server.refuse(updateSchedule, 409, 'Not now.')
  await choose(user, daily, 'Pause')
  await expectToast('Save Failed', 'Not now.')
  server.refuse(deleteSchedule, 500, '')
  await choose(user, daily, 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete schedule' }))
  await expectToast('Delete Failed', 'Failed to delete the schedule.')
  server.refuse(createSchedule, 500, '')
  await user.click(within(card()).getByRole('button', { name: 'Add schedule' }))
  await screen.findByRole('dialog', { name: 'Add schedule' })
  const adding = dialog('Add schedule')
  await user.click(adding.getByRole('button', { name: 'Add schedule' }))
  await waitFor(() => expectToast('Save Failed', 'Failed to save the schedule.'))
  expect(adding.getByRole('alert')).toHaveTextContent('Failed to save the schedule.')
  server.restore(createSchedule)
  server.hold(createSchedule)
  await user.click(adding.getByRole('button', { name: 'Add schedule' }))
  await user.click(adding.getByRole('button', { name: 'Saving...' }))
  expect(server.callsOf(createSchedule)).toHaveLength(2)
})

test('a run shows how it ended, and links to its job', async () => {
  const server = await startPageServer()
  const scheduleId = await insertSchedule(server.db, { nextRunAt: soon })
  const job = failedRow({ type: 'import', createdBy: null })
  await writeJobs(server.db, job)
  const at = '2026-11-20T11:00:00.000Z'
  await server.db
    .insertInto('schedule_runs')
    .values({
      id: 'run',
      scheduleId,
      dueAt: at,
      startedAt: at,
      endedAt: at,
      outcome: 'failed',
      isMadeUp: 0,
      importJobId: job.id,
      endedJobId: job.id,
      reportsAfter: toJson('none'),
      reportJobIds: null,
    })
    .execute()
  const user = await openSchedules(server)
  await waitFor(() => expect(card()).toHaveTextContent(/Last run: failed, /))
  await user.click(within(card()).getByRole('link', { name: 'Open its job' }))
  expect(location.pathname).toBe('/dashboard/monitor')
  expect(await screen.findByRole('dialog')).toHaveTextContent(job.id.slice(-8))
})

test('a pause of all is visible to everybody, and ended by an administrator', async () => {
  const server = await startPageServer()
  await insertSchedule(server.db)
  await pauseAll(server.db)
  await openSchedules(server, 'user')
  expect(card()).toHaveTextContent('The schedules are paused')
  expect(card()).toHaveTextContent(
    `Paused since ${shownTime('2026-11-20 06:01')}, when an import was stopped`,
  )
  expect(card()).toHaveTextContent('An administrator can resume them.')
  expect(within(card()).queryByRole('button')).toBeNull()
  const user = await openSchedules(server)
  expect(card()).not.toHaveTextContent('An administrator can resume them.')
  await user.click(within(card()).getByRole('button', { name: `Actions for ${daily}` }))
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeInTheDocument()
  expect(screen.queryByRole('menuitem', { name: /Pause|Resume/ })).toBeNull()
  await user.keyboard('{Escape}')
  server.refuse(resumeSchedules, 500, '')
  await user.click(within(card()).getByRole('button', { name: 'Resume' }))
  await expectToast('Resume Failed', 'Failed to resume the schedules.')
  server.restore(resumeSchedules)
  await user.click(within(card()).getByRole('button', { name: 'Resume' }))
  await expectToast('Schedules Resumed')
  await waitFor(() => expect(card()).not.toHaveTextContent('The schedules are paused'))
  expect(card()).toHaveTextContent(`${daily}, next: `)
})

test('a list that cannot be loaded says so, and can be loaded again', async () => {
  const server = await startPageServer()
  await insertSchedule(server.db, { nextRunAt: soon })
  const refused = server.refuse(listSchedules, 502, 'The database is away.')
  const user = await openPage('/dashboard/sync', await server.as('admin'))
  await screen.findByText('The schedule could not be loaded')
  expect(card()).toHaveTextContent('The database is away.')
  await user.click(within(card()).getByRole('button', { name: 'Try again' }))
  expect(card()).toHaveTextContent('The database is away.')
  refused.restore()
  await user.click(within(card()).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(card()).toHaveTextContent(daily))
  expect(card()).not.toHaveTextContent('could not be loaded')
})
