import { createUser } from '@dashboard/contract/accounts'
import { retryJob } from '@dashboard/contract/jobs'
import { downloadReport, startCircuitReport } from '@dashboard/contract/reports'
import { startExportAndImport } from '@dashboard/contract/sync'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { runningRow, writeJobs } from '@dashboard/store/test/job-rows'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rowButton } from '../job-rows.ts'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** A button that is pressed twice does what one press does. */

/** Presses before the page could be drawn in between. */
function pressTogether(...buttons: HTMLElement[]): void {
  act(() => {
    for (const button of buttons) button.click()
  })
}

/** The second click of a double click, as a browser tells it. */
const secondClick = { detail: 2 }

const button = (name: string | RegExp) => screen.getByRole('button', { name })

async function openWithReports() {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2'])
  const user = await openPage('/dashboard/reports', await server.as('admin'))
  return { server, user }
}

test('Generate pressed twice creates one job', async () => {
  const { server, user } = await openWithReports()
  await user.click(await screen.findByRole('checkbox', { name: 'NY-1' }))
  pressTogether(button(/^Generate/), button(/^Generate/))
  await expectToast('Reports Generating', '1')
  expect(server.callsOf(startCircuitReport)).toHaveLength(1)
})

test('Run pressed twice starts one sync and shows no failure', async () => {
  const server = await startPageServer()
  await openPage('/dashboard/sync', await server.as('admin'))
  await screen.findByText('Ready to run')
  pressTogether(button('Run'), button('Run'))
  await expectToast('Export + Import Started')
  expect(server.callsOf(startExportAndImport)).toHaveLength(1)
  expect(screen.queryByText('Export + Import Failed')).toBeNull()
})

test('Enter and a click together send a form once', async () => {
  const server = await startPageServer()
  const user = await openPage('/admin/users', await server.as('admin'))
  await user.click(await screen.findByRole('button', { name: 'Add User' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const label of ['Username', 'First Name', 'Last Name']) {
    await user.type(dialog.getByLabelText(label), 'mia')
  }
  await user.type(dialog.getByLabelText('Password'), 'secret no 1')
  const submit = dialog.getByRole('button', { name: 'Create User' })
  const form = dialog.getByLabelText('Username').closest('form')
  act(() => {
    form?.requestSubmit()
    submit.click()
  })
  await expectToast('User Created')
  expect(server.callsOf(createUser)).toHaveLength(1)
})

test('a report opened twice is fetched once; another can be opened meanwhile', async () => {
  const { server } = await openWithReports()
  const [first, second] = await screen.findAllByRole('button', { name: /open the PDF/ })
  if (!first || !second) throw new Error('Two reports can be opened')
  // Without an answer: a file that is saved after the test would lead the next one's page away.
  server.hold(downloadReport)
  pressTogether(first, first, second)
  await waitFor(() => expect(server.callsOf(downloadReport)).toHaveLength(2))
  expect(new Set(server.callsOf(downloadReport).map(({ path }) => path)).size).toBe(2)
})

test('two different downloads run at once', async () => {
  const { server } = await openWithReports()
  const [first, second] = await screen.findAllByRole('button', { name: /^Download PDF/ })
  if (!first || !second) throw new Error('Two reports can be downloaded')
  server.hold(downloadReport)
  pressTogether(first, first, second)
  await waitFor(() => expect(server.callsOf(downloadReport)).toHaveLength(2))
})

test('a double click on Cancel Job does not start the job again', async () => {
  const server = await startPageServer()
  const job = runningRow()
  await writeJobs(server.db, job)
  const user = await openPage('/dashboard/monitor', await server.as('admin'))
  await waitFor(() => expect(rowButton(job.id, 'Cancel Job')).toBeInTheDocument())
  await user.click(rowButton(job.id, 'Cancel Job'))
  await waitFor(() => expect(rowButton(job.id, 'Retry')).toBeInTheDocument())
  fireEvent.click(rowButton(job.id, 'Retry'), secondClick)
  expect(server.callsOf(retryJob)).toHaveLength(0)
  fireEvent.click(rowButton(job.id, 'Retry'), { detail: 1 })
  await waitFor(() => expect(server.callsOf(retryJob)).toHaveLength(1))
})
