import { cancelJob, retryJob } from '@dashboard/contract/jobs'
import { runningRow, waitingRow, writeJobs } from '@dashboard/store/test/job-rows'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findJobRow, jobRowOf, rowButton } from '../job-rows.ts'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * Actions on a single job of the monitor's list: cancel, retry, dismiss. The toast above a dialog is in
 * e2e/journeys/job-actions.spec.ts.
 */

test('a job is cancelled, retried and dismissed from its row', async () => {
  const server = await startPageServer()
  const running = runningRow({ createdBy: 'Grace Hopper' })
  const waiting = waitingRow(running.id)
  await writeJobs(server.db, running, waiting)
  const user = await openPage('/dashboard/monitor', await server.as('admin'))
  await screen.findByText('Live')
  await user.click(rowButton(running.id, 'Cancel Job'))
  await expectToast('Job Cancelled', 'The job was cancelled.')
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  await waitFor(() =>
    expect(jobRowOf(running.id)).toHaveTextContent(/^Failed.*Cancelled by Ada Admin/),
  )
  expect(jobRowOf(waiting.id)).toHaveTextContent(
    /^Failed.*Did not runCancelled together with the export it waited for, by Ada Admin/,
  )
  expect(within(jobRowOf(running.id)).queryByRole('button', { name: 'Cancel Job' })).toBeNull()

  await user.click(rowButton(running.id, 'Retry'))
  await expectToast('Job Retried', 'The job is queued again.')
  const active = await screen.findByRole('list', { name: 'Active jobs' })
  expect(within(active).getAllByRole('listitem')[0]).toHaveTextContent('Export from Locust')

  const dismiss = () => user.click(rowButton(waiting.id, 'Dismiss'))
  await dismiss()
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Dismiss this failed job?' }),
  )
  expect(question.getByText(/Import to SMPW Dashboard/)).toBeInTheDocument()
  expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  expect(findJobRow(waiting.id)).not.toBeNull()
  await dismiss()
  await user.click(await screen.findByRole('button', { name: 'Dismiss job' }))
  await expectToast('Job Dismissed', 'The job was dismissed.')
  await waitFor(() => expect(findJobRow(waiting.id)).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('a cancelled job can be retried from its toast, also under the details', async () => {
  const server = await startPageServer()
  const fromRow = runningRow({ type: 'circuit-report', targets: ['NY-1'] })
  const fromDetails = runningRow({ type: 'circuit-report', targets: ['NY-2'] })
  await writeJobs(server.db, fromRow, fromDetails)
  const admin = await server.as('admin')
  const retryFromToast = async (user: Awaited<ReturnType<typeof openPage>>) => {
    await expectToast('Job Cancelled', 'The job was cancelled.')
    const toast = screen.getByText('Job Cancelled', { selector: 'li *' }).closest('li')
    if (!toast) throw new Error('There is no toast')
    await user.click(within(toast).getByRole('button', { name: 'Retry', hidden: true }))
    await expectToast('Job Retried', 'The job is queued again.')
  }
  const user = await openPage('/dashboard/monitor', admin)
  await screen.findByText('Live')
  await user.click(rowButton(fromRow.id, 'Cancel Job'))
  await retryFromToast(user)
  expect(server.callsOf(retryJob)).toMatchObject([
    { path: `/api/jobs/${fromRow.id}/retry`, body: { failedOnly: false } },
  ])

  const again = await openPage(`/dashboard/monitor?job=${fromDetails.id}`, admin)
  const details = within(await screen.findByRole('dialog', { name: /^Job Details/ }))
  await again.click(await details.findByRole('button', { name: 'Cancel Job' }))
  await retryFromToast(again)
  expect(server.callsOf(retryJob).at(-1)).toMatchObject({
    path: `/api/jobs/${fromDetails.id}/retry`,
    body: { failedOnly: false },
  })
  expect(screen.getByRole('dialog', { name: /^Job Details/ })).toBeInTheDocument()
})

test('a job is cancelled once', async () => {
  const server = await startPageServer()
  const running = runningRow()
  await writeJobs(server.db, running)
  const user = await openPage('/dashboard/monitor', await server.as('admin'))
  await screen.findByText('Live')
  server.hold(cancelJob)
  await user.click(rowButton(running.id, 'Cancel Job'))
  await user.click(rowButton(running.id, 'Cancel Job'))
  expect(rowButton(running.id, 'Cancel Job')).toHaveAttribute('aria-disabled', 'true')
  expect(server.callsOf(cancelJob)).toHaveLength(1)
})
