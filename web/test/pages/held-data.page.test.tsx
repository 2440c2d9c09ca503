import { exportVolunteer } from '@dashboard/contract/volunteers'
import { insertPeople } from '@dashboard/server/test/people'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { expectToast } from '../toasts.ts'

/** Who may export what is held about a person. The file is in e2e/journeys/held-data.spec.ts. */

async function startWithPerson() {
  const server = await startPageServer()
  const [id] = await insertPeople(server.db, [{ name: ['Ann', 'Lee'] }])
  return { server, path: `/dashboard/volunteers/${id}` }
}

const findExport = () => screen.findByRole('button', { name: 'Export Personal Data' })

test('only administrators export everything that is held about a person', async () => {
  const { server, path } = await startWithPerson()
  await openPage(path, await server.as('admin'))
  expect(await findExport()).toBeEnabled()
  await openPage(path, await server.as('user'))
  expect(await screen.findByRole('heading', { name: 'Lee, Ann' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Export Personal Data' })).not.toBeInTheDocument()
})

test('says why nothing was exported', async () => {
  const { server, path } = await startWithPerson()
  const user = await openPage(path, await server.as('admin'))
  server.refuse(exportVolunteer, 503, 'The database is busy. Try again.')
  await user.click(await findExport())
  await expectToast('Export Failed', 'The database is busy. Try again.')
  server.refuse(exportVolunteer, 503, '')
  await user.click(await findExport())
  await waitFor(() => expectToast('Export Failed', 'Failed to export the personal data.'))
  server.hold(exportVolunteer)
  await user.click(await findExport())
  await user.click(await findExport())
  expect(server.callsOf(exportVolunteer)).toHaveLength(3)
})
