import { updateUser } from '@dashboard/contract/accounts'
import { fillCircuits } from '@dashboard/server/test/circuits'
import { activeUser } from '@dashboard/server/test/users'
import { failJob } from '@dashboard/store/jobs/finish-job'
import { runningJob } from '@dashboard/store/test/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * Users who are limited to some circuits (docs/accounts.md#limited-users): how an administrator limits them, and what
 * their pages show and leave out. What the server answers them is in limited-users-routes.both-databases.test.ts.
 */

async function startWithCircuits() {
  const server = await startPageServer()
  await fillCircuits(server, ['NY-1', 'NY-2', 'NY-10'])
  return server
}

async function startLimited() {
  const server = await startWithCircuits()
  const row = await activeUser(server.db, { username: 'lim', circuits: '["NY-2"]' })
  return { server, limited: await server.as(row) }
}

const main = () => within(screen.getByRole('main'))
const expectNothingOfOthers = () =>
  expect(screen.getByRole('main')).not.toHaveTextContent(/NY-1(?!\d)|NY-10/)

test('an administrator limits a user to circuits', async () => {
  const server = await startWithCircuits()
  const { id } = await activeUser(server.db, { username: 'lim' })
  const user = await openPage('/admin/users', await server.as('admin'))
  const edit = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for lim' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit User' }))
    return within(await screen.findByRole('dialog', { name: 'Edit User' }))
  }
  let dialog = await edit()
  const save = () => user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await user.selectOptions(dialog.getByLabelText('Looks after'), 'chosen')
  await save()
  expect(await dialog.findByText('Choose at least one circuit')).toBeInTheDocument()
  expect(server.callsOf(updateUser)).toEqual([])
  await user.type(dialog.getByLabelText('Search circuits'), 'NY-2')
  await user.click(await dialog.findByRole('checkbox', { name: 'NY-2' }))
  await waitFor(() =>
    expect(dialog.queryByText('Choose at least one circuit')).not.toBeInTheDocument(),
  )
  await save()
  await expectToast('User Updated')
  expect(server.callsOf(updateUser).map(({ body }) => body)).toMatchObject([{ circuits: ['NY-2'] }])
  const row = (await screen.findByRole('cell', { name: 'lim' })).closest('tr')
  await waitFor(() => expect(row).toHaveTextContent('NY-2'))

  dialog = await edit()
  expect(dialog.getByRole('checkbox', { name: 'NY-2' })).toBeChecked()
  await user.selectOptions(dialog.getByLabelText('Looks after'), 'all')
  await save()
  await waitFor(() => expect(row).not.toHaveTextContent('NY-2'))
  const stored = server.db.selectFrom('users').select('circuits').where('id', '=', id)
  expect(await stored.executeTakeFirst()).toEqual({ circuits: null })
})

test('the user sees only reports and figures of their own circuits', async () => {
  const { limited } = await startLimited()
  await openPage('/dashboard/reports', limited)
  expect(await screen.findByRole('checkbox', { name: 'NY-2' })).toBeInTheDocument()
  const choices = within(screen.getByRole('group', { name: 'Circuits' }))
  expect(choices.getAllByRole('checkbox')).toHaveLength(1)
  const center = within(screen.getByRole('region', { name: 'Download Center' }))
  await waitFor(() => expect(center.getAllByRole('listitem')).toHaveLength(3))
  expectNothingOfOthers()

  await openPage('/dashboard', limited)
  expect((await screen.findAllByText('NY-2')).length).toBeGreaterThan(0)
  expectNothingOfOthers()
})

test('the user is offered no sync, but sees what it changed in their own circuits', async () => {
  const { limited } = await startLimited()
  const user = await openPage('/dashboard/sync', limited)
  expect(await screen.findByText(/^You look after NY-2\./)).toHaveTextContent(
    'it is run by colleagues who look after all of them',
  )
  expect(main().getByText('Ready to run')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^(Run|Review)/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('checkbox', { name: /Export|Import/ })).not.toBeInTheDocument()
  expect(main().getByText('The numbers are of NY-2.')).toBeInTheDocument()

  await user.click(await screen.findByRole('link', { name: /^Import of/ }))
  expect(await screen.findByRole('heading', { name: 'Import' })).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: /NY-2/ })).toBeInTheDocument()
  expectNothingOfOthers()
  expect(screen.queryByRole('button', { name: /^(Go back|Import these|Review)/ })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Open circuit NY-2' }))
  await waitFor(() => expect(location.pathname).toBe('/dashboard/circuits/NY-2'))
  expect(await screen.findByRole('heading', { name: 'Circuit NY-2' })).toBeInTheDocument()
})

test('a limited user reads once that the last export failed, and who can see why', async () => {
  const { server, limited } = await startLimited()
  const { id } = await runningJob(server.db, { type: 'export' })
  await failJob(server.db, id, 'runner', { error: 'No volunteers.', kind: 'outside-system' })
  await openPage('/dashboard/sync', limited)
  const alert = await main().findByRole('alert')
  expect(alert).toHaveTextContent(
    /^The last export failedUsers with all circuits see the reason on the Monitor page\.$/,
  )
  expect(screen.getAllByText(/last export failed/i)).toHaveLength(1)
})

test('a circuit of others looks like one that does not exist', async () => {
  const { limited } = await startLimited()
  for (const circuit of ['NY-1', 'NY-99']) {
    await openPage(`/dashboard/circuits/${circuit}`, limited)
    expect(await main().findByText('Circuit not found')).toBeInTheDocument()
    expect(main().queryByText('Congregations')).not.toBeInTheDocument()
  }
})
