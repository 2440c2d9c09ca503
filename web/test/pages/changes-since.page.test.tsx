import { addChange, storedImport } from '@dashboard/server/test/stored-imports'
import { toJson } from '@dashboard/store/database/column-values'
import { shownTime } from '@dashboard/store/test/shown-times'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/** What has changed between two imports, as one list of people (docs/imports.md#screens). */

const phone = (before: string, after: string) => ({
  fields: toJson([{ field: 'Mobile Phone', before, after }]),
})

/** Writes an import a day; Ann changes on the second and the third, Bo on the third, and Ann back on the fourth. */
async function startWithFourImports() {
  const server = await startPageServer()
  const ids: string[] = []
  for (const day of [20, 21, 22, 23]) {
    const completedAt = `2026-11-${day}T15:08:00.000Z`
    ids.push(await storedImport(server.db, { completedAt }))
  }
  const [first = '', second = '', third = '', fourth = ''] = ids
  const ann = { name: 'Ann Lee', nameKey: 'ann lee', volunteerId: 'ann' }
  await addChange(server.db, second, 1, { ...ann, ...phone('1', '2') })
  await addChange(server.db, third, 1, { ...ann, ...phone('2', '3') })
  await addChange(server.db, third, 2, { name: 'Bo Kim', nameKey: 'bo kim', ...phone('4', '5') })
  await addChange(server.db, fourth, 1, { ...ann, ...phone('3', '1') })
  return { server, first, second, third, fourth }
}

const nothingChanged = {
  rows: 8,
  new: 0,
  moved: 0,
  changed: 0,
  left: 0,
  unchanged: 8,
  skipped: 0,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}

const sentence = (text: RegExp) =>
  screen.findByText((_, element) => {
    return element?.tagName === 'P' && text.test(element.textContent)
  })
const ends = () => screen.getByLabelText('Up to the import of')
const names = () => screen.queryAllByText(/^(Ann Lee|Bo Kim)$/).map((each) => each.textContent)

test('are added up from an import of the history until now, or until another one', async () => {
  const { server, first, second, third } = await startWithFourImports()
  const user = await openPage(
    `/dashboard/sync/imports/${first}?show=since`,
    await server.as('user'),
  )
  await sentence(
    new RegExp(
      `^1 volunteer changed since ${shownTime('2026-11-20 10:08')}, in 3 imports: 1 changed\\. *$`,
    ),
  )
  expect(names()).toEqual(['Bo Kim'])

  await user.selectOptions(ends(), third)
  await sentence(
    new RegExp(
      `^2 volunteers changed from ${shownTime('2026-11-20 10:08')} to ${shownTime('2026-11-22 10:08')}, in 2 imports: 2 changed\\. *$`,
    ),
  )
  expect(names()).toEqual(['Ann Lee', 'Bo Kim'])

  await user.selectOptions(ends(), second)
  await sentence(/^1 volunteer changed from .* in 1 import: \d changed\. *$/)
  expect(names()).toEqual(['Ann Lee'])
  expect(new URLSearchParams(location.search).get('until')).toBe(second)

  await user.selectOptions(ends(), '')
  await sentence(/in 3 imports: 1 changed\. *$/)
  expect(new URLSearchParams(location.search).has('until')).toBe(false)
})

test('have a page of their own, titled by the question, that begins with the answer', async () => {
  const { server, first } = await startWithFourImports()
  await openPage(`/dashboard/sync/imports/${first}?show=since`, await server.as('admin'))
  await sentence(/^1 volunteer changed since /)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('What changed since Nov 20')
  expect(
    screen.getByText(`Since the import of ${shownTime('2026-11-20 10:08')}`),
  ).toBeInTheDocument()
  expect(document.title).toContain(`What changed since ${shownTime('2026-11-20 10:08')}`)
  const answer = screen.getByText(/^1 volunteer changed since /)
  const main = screen.getByRole('main')
  // The title is repeated for paper, hidden on the screen.
  expect(within(main).getAllByText(/\S/, { selector: 'p:not(.hidden)' })[0]).toBe(answer)
  expect(screen.queryByRole('button', { name: 'Go back to this import' })).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('are one press from the page of the earlier import', async () => {
  const { server, first } = await startWithFourImports()
  const user = await openPage(`/dashboard/sync/imports/${first}`, await server.as('user'))
  await user.click(await screen.findByRole('link', { name: 'What changed since' }))
  await sentence(/^1 volunteer changed since /)
})

test('end at the import that the address names', async () => {
  const { server, second, third } = await startWithFourImports()
  const address = `/dashboard/sync/imports/${second}?show=since&until=${third}`
  await openPage(address, await server.as('user'))
  await sentence(/^2 volunteers changed from Nov 21, .* to Nov 22, .* in 1 import: \d changed\. *$/)
  await waitFor(() => expect(ends()).toHaveValue(third))
})

test('are added up over more imports than one page of their list holds', async () => {
  const { server, first, second } = await startWithFourImports()
  const uneventful = await server.db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', second)
    .executeTakeFirstOrThrow()
  const day = Date.parse('2026-11-24T15:08:00.000Z')
  const rows = Array.from({ length: 1_000 }, (_, minute) => ({
    ...uneventful,
    id: `later-${minute}`,
    number: 100 + minute,
    totals: toJson(nothingChanged),
    completedAt: new Date(day + minute * 60_000).toISOString(),
  }))
  for (const part of [rows.slice(0, 500), rows.slice(500)]) {
    await server.db.insertInto('imports').values(part).execute()
  }
  await openPage(`/dashboard/sync/imports/${first}?show=since`, await server.as('user'))
  await sentence(/^1 volunteer changed since Nov 20, .*, in 1,003 imports: 1 changed\. *$/)
  expect(names()).toEqual(['Bo Kim'])
})

test('offer no end to choose where only one import followed', async () => {
  const { server, third } = await startWithFourImports()
  await openPage(`/dashboard/sync/imports/${third}?show=since`, await server.as('user'))
  await sentence(/^1 volunteer changed since Nov 22, .* in 1 import: \d changed\. *$/)
  expect(screen.queryByLabelText('Up to the import of')).toBeNull()
})
