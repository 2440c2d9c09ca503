import { writeFile } from 'node:fs/promises'
import { describeColumns } from '@dashboard/contract/columns'
import {
  applyImport,
  getImport,
  type ImportGuard,
  listImportChanges,
  listImports,
  reviewImport,
} from '@dashboard/contract/imports'
import { addChange, guard, storedImport, storedReview } from '@dashboard/server/test/stored-imports'
import { toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { hashFile } from '@dashboard/store/files/hash-file'
import { people, type SheetPerson, sheetText } from '@dashboard/store/test/sheet-file'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { controlTimers, openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'
import { startWithSheet } from '../sheet-server.ts'
import { expectToast } from '../toasts.ts'

/**
 * Reviews and imports of a sheet, from the sync page to the undo (docs/imports.md#screens). The imports really run.
 * What needs layout, and the files, are in e2e/journeys/import-page.spec.ts.
 */

const everybody = [...people('Astoria', 14), ...people('Bronx', 10)]
const nameless = { firstName: '', lastName: 'Nameless', congregation: 'Bronx' }

/** Starts with a sheet of these people, none of whom is imported yet. */
async function startWithPeople(rows: readonly SheetPerson[]) {
  const { server, path, runJobs } = await startWithSheet(sheetText(rows))
  const timers = controlTimers()
  const admin = await server.as('admin')
  /** Lets the jobs run that were started, and the page see it. */
  const run = async () => {
    await runJobs()
    await timers.pass(3_000)
  }
  const writeText = (text: string) => writeFile(path, text)
  const write = (next: readonly SheetPerson[]) => writeText(sheetText(next))
  const importAll = () => admin.inject({ method: 'POST', url: '/api/import/sheets' })
  const openSync = () => openPage('/dashboard/sync', admin)
  /** Reviews the sheet from the sync page and opens the review. */
  const openReview = async () => {
    const user = await openSync()
    await user.click(await screen.findByRole('checkbox', { name: 'Export from Locust' }))
    await user.click(screen.getByRole('button', { name: 'Review changes first' }))
    await expectToast('Review Started')
    await run()
    await user.click(await screen.findByRole('link', { name: 'Open the review' }))
    await screen.findByRole('heading', { name: 'Review of changes' })
    return user
  }
  /** Presses the button, and the one of the same name in the dialog; waits for the end of the import. */
  const apply = async (user: UserEvent, label: string, done: string) => {
    await user.click(await screen.findByRole('button', { name: label }))
    const asking = await screen.findByRole('alertdialog', { name: `${label}?` })
    await user.click(within(asking).getByRole('button', { name: label }))
    await expectToast(`${label.startsWith('Undo') ? 'Undo' : 'Import'} Started`)
    await run()
    await screen.findAllByText(done)
  }
  return { server, admin, run, write, writeText, importAll, openSync, openReview, apply }
}

/** Returns everybody's facts, without the ids and times that the database generates. */
function readPeople(db: Db) {
  return db
    .selectFrom('volunteers')
    .innerJoin('congregations', 'congregations.id', 'volunteers.congregationId')
    .select(['firstName', 'lastName', 'mobilePhone', 'congregations.name as congregation'])
    .orderBy('congregation')
    .orderBy('firstName')
    .orderBy('lastName')
    .execute()
}

const tab = (name: string | RegExp) => screen.getByRole('tab', { name })

test('a review is imported exactly as shown', async () => {
  const start = await startWithPeople([...everybody, nameless, nameless])
  const { db } = start.server
  const user = await start.openReview()
  expect(await screen.findByText('24 new, 2 rows skipped')).toBeInTheDocument()
  expect(document.title).toMatch(/^Review of changes, \w{3} \d+, .* ET · SMPW Dashboard$/)
  expect(screen.getByText('Ready to import')).toBeInTheDocument()
  expect(await readPeople(db)).toEqual([])
  await user.click(tab('Skipped rows (2)'))
  expect(await screen.findByText('Row 26')).toBeInTheDocument()
  expect(screen.getByText('Row 27')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Import these changes' }))
  const asking = await screen.findByRole('alertdialog', { name: 'Import these changes?' })
  expect(asking).toHaveTextContent('24 volunteers are added.')
  await user.click(within(asking).getByRole('button', { name: 'Cancel' }))
  expect(start.server.callsOf(applyImport)).toHaveLength(0)
  await start.apply(user, 'Import these changes', 'Imported')
  expect(screen.getByText('24 new, 2 rows skipped')).toBeInTheDocument()
  expect(screen.getByText('The volunteers are as it left them.')).toBeInTheDocument()
  expect(await readPeople(db)).toHaveLength(24)
})

test('a sheet that changes after its review is named, and reviewed again', async () => {
  const [first, second, ...others] = everybody
  if (!first || !second) throw new Error('There are people in the sheet')
  const start = await startWithPeople(everybody)
  await start.importAll()
  const moved = { ...first, congregation: 'Bronx' }
  const changed = { ...second, phone: '718 555 0100' }
  await start.write([moved, changed, ...others])
  let user = await start.openReview()
  await screen.findByText('1 would move, 1 would change, 22 as they were')
  await start.write([moved, changed, ...others.slice(1)])
  user = await openPage(location.pathname, start.admin)
  expect(await screen.findByText('The spreadsheet has changed since.')).toBeInTheDocument()
  expect(screen.getByText('Outdated')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Import these changes' })).toBeNull()
  expect(tab('Changes (2)')).toBeInTheDocument()
  const outdated = location.pathname
  await user.click(screen.getByRole('button', { name: 'Review again' }))
  await waitFor(() => expect(location.pathname).not.toBe(outdated))
  await start.run()
  await screen.findByText('1 would move, 1 would change, 1 would leave, 21 as they were')
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'volunteer 02')
  expect(await screen.findByText('718 555 0100')).toBeInTheDocument()
  expect(screen.getByText('212 555 1001')).toBeInTheDocument()
  await start.apply(user, 'Import these changes', 'Imported')
  expect(await readPeople(start.server.db)).toHaveLength(23)
})

test('changes can be viewed by place, by kind and by name', async () => {
  const [first, second, third, ...others] = everybody
  if (!first || !second || !third) throw new Error('There are people in the sheet')
  const start = await startWithPeople(everybody)
  await start.importAll()
  const changed = { ...second, phone: '718 555 0100' }
  await start.write([{ ...first, congregation: 'Bronx' }, changed, ...others])
  const user = await start.openReview()
  const tree = await screen.findByRole('list', { name: 'Changes by circuit and congregation' })
  expect(within(tree).getByRole('button', { name: /^NY-1/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  const astoria = within(tree).getByRole('button', { name: /^Astoria/ })
  expect(astoria).toHaveTextContent('Astoria1 would change, 1 would leave')
  expect(screen.queryByText('718 555 0100')).toBeNull()
  await user.click(astoria)
  expect(await screen.findByText('718 555 0100')).toBeInTheDocument()
  expect(within(tree).getByText('Leaves')).toBeInTheDocument()
  await user.click(astoria)
  expect(screen.queryByText('718 555 0100')).toBeNull()

  const show = screen.getByRole('combobox', { name: 'Show' })
  await user.selectOptions(show, 'moved')
  expect(screen.queryByRole('button', { name: /^Astoria/ })).toBeNull()
  expect(await screen.findByText('From Astoria · NY-1 to Bronx · NY-1')).toBeInTheDocument()
  expect(screen.queryByText('Leaves')).toBeNull()
  await user.selectOptions(show, 'new')
  expect(screen.getByText('Nobody is new')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show all changes' }))
  expect(show).toHaveValue('all')

  const search = screen.getByRole('searchbox', { name: 'Search by name' })
  await user.type(search, 'volunteer 0')
  expect(await screen.findByText('3 changes found')).toBeInTheDocument()
  await user.selectOptions(show, 'left')
  expect(await screen.findByText('1 change found')).toBeInTheDocument()
  expect(screen.getByText('Astoria Volunteer 03')).toBeInTheDocument()
  await user.type(search, 'nobody')
  expect(await screen.findByText('Nobody found')).toBeInTheDocument()
})

test('a doubtful match is marked, and says why', async () => {
  const start = await startWithPeople(everybody)
  start.server.answer(listImportChanges, {
    changes: [
      {
        id: 1,
        kind: 'new',
        volunteerId: 'v1',
        locustId: 'L-1',
        name: 'Ann Lee',
        from: null,
        to: { circuit: 'NY-1', congregation: 'Bronx' },
        fields: [{ field: 'Mobile Phone', before: null, after: '212 555 0199' }],
        isDoubtful: true,
      },
    ],
    total: 1,
    nextCursor: null,
  })
  const user = await start.openReview()
  await user.type(await screen.findByRole('searchbox', { name: 'Search by name' }), 'lee')
  const found = await screen.findByRole('list', { name: 'Changes found' })
  expect(found).toHaveTextContent(
    'Ann LeeNewDoubtfulLocust ID L-1Bronx · NY-1May be the same person as one who leaves elsewhere.',
  )
  expect(within(found).getByText('212 555 0199')).not.toBeVisible()
  await user.click(within(found).getByText('1 value'))
  expect(within(found).getByText('212 555 0199')).toBeVisible()
})

test('a row that was skipped before says since when', async () => {
  const start = await startWithPeople([...everybody, nameless])
  await start.importAll()
  await start.server.db
    .updateTable('import_rejects')
    .set({ firstSeenAt: '2026-11-03T15:00:00.000Z' })
    .execute()
  await start.write([...everybody, nameless, { firstName: 'Odd', lastName: '' }])
  const user = await start.openReview()
  await user.click(tab('Skipped rows (2)'))
  const skipped = screen.getByRole('list', { name: 'Skipped rows by circuit and congregation' })
  await user.click(within(skipped).getByRole('button', { name: /^Bronx/ }))
  expect(await within(skipped).findByText('Skipped since Nov 3, 2026')).toBeInTheDocument()
  await user.click(within(skipped).getByRole('button', { name: /^Astoria/ }))
  await within(skipped).findByText('Row 27')
  expect(within(skipped).getAllByText(/^Skipped since/)).toHaveLength(1)
  await user.type(screen.getByRole('searchbox', { name: 'Search skipped rows' }), 'first name')
  expect(await screen.findByText('1 row found')).toBeInTheDocument()
})

test('the guard stops an import, and an administrator confirms it with the number', async () => {
  const start = await startWithPeople(everybody)
  await start.importAll()
  await start.write(everybody.slice(0, 4))
  let user = await start.openSync()
  await user.click(await screen.findByRole('checkbox', { name: 'Export from Locust' }))
  await user.click(screen.getByRole('button', { name: 'Run' }))
  await expectToast('Import Failed')
  await user.click(await screen.findByRole('link', { name: 'See what it would have changed' }))
  const title = '20 of 24 volunteers would be removed'
  await screen.findByRole('region', { name: title })
  expect(await readPeople(start.server.db)).toHaveLength(24)
  const address = location.pathname

  await openPage(address, await start.server.as('user'))
  expect(await screen.findByText('An administrator has to confirm this')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Match the columns' })).toBeNull()

  user = await openPage(address, start.admin)
  const card = await screen.findByRole('region', { name: title })
  // Both lose ten, so either may be first.
  const losing = within(card).getByRole('list', {
    name: 'Congregations that would lose many volunteers',
  })
  expect(losing).toHaveTextContent('Astoria · NY-110 of 14')
  expect(losing).toHaveTextContent('Bronx · NY-110 of 10')
  await user.click(within(card).getByRole('button', { name: 'Remove 20 volunteers and import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove 20 volunteers?' }))
  const confirm = dialog.getByRole('button', { name: 'Remove 20 volunteers and import' })
  const number = dialog.getByLabelText('Type 20 to confirm')
  expect(confirm).toBeDisabled()
  await user.type(number, '2')
  expect(confirm).toBeDisabled()
  await user.type(number, '0')
  start.server.refuse(applyImport, 409, 'Review again: the sheet has changed.')
  await user.click(confirm)
  await expectToast('Import Failed', 'Review again: the sheet has changed.')
  start.server.restore(applyImport)
  await user.click(confirm)
  await expectToast('Import Started')
  expect(start.server.callsOf(applyImport).map(({ body }) => body)).toEqual([
    { removals: 20 },
    { removals: 20 },
  ])
  await start.run()
  await screen.findAllByText('Imported')
  expect(screen.getByText('Remove 20 volunteers')).toBeInTheDocument()
  expect(await readPeople(start.server.db)).toHaveLength(4)
})

test('the guard names the columns that would be erased, and asks for the number of values', async () => {
  const { server, path } = await startWithSheet('as reviewed')
  const stopped: ImportGuard = {
    ...guard,
    isStopped: true,
    removals: 0,
    volunteers: 400,
    columns: [
      { column: 'Mobile Phone', isMissing: true, erased: 390, values: 390 },
      { column: 'Available', isMissing: false, erased: 1_200, values: 1_250 },
    ],
    erasures: 1_590,
    unknownColumns: ['Phone', 'Shirt Size'],
  }
  const fileHash = (await hashFile(path)) ?? null
  const review = { state: 'stopped', guard: toJson(stopped), fileHash } as const
  const id = await storedReview(server.db, review)
  server.refuse(applyImport, 409, 'Not now.')
  const user = await openPage(`/dashboard/sync/imports/${id}`, await server.as('admin'))
  const card = within(await screen.findByRole('region', { name: '1,590 values would be erased' }))
  const columns = card.getByRole('list', { name: 'Columns that would lose their values' })
  expect(columns).toHaveTextContent(
    'Mobile Phone is not in the sheet390 of 390Available is blank in most rows, or not understood1,200 of 1,250',
  )
  expect(
    card.getByText(/may have been renamed to one of these: 'Phone' and 'Shirt Size'\.$/),
  ).toBeInTheDocument()
  expect(screen.getByText('Phone and Shirt Size')).toBeInTheDocument()
  expect(card.getByRole('link', { name: 'Match the columns' })).toHaveAttribute(
    'href',
    '/dashboard/sync/columns',
  )
  await user.click(card.getByRole('button', { name: 'Erase 1,590 values and import' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase 1,590 values?' }))
  await user.type(dialog.getByLabelText('Type 1590 to confirm'), '1,590')
  await user.click(dialog.getByRole('button', { name: 'Erase 1,590 values and import' }))
  await expectToast('Import Failed', 'Not now.')
  expect(server.callsOf(applyImport).map(({ body }) => body)).toEqual([{ erasures: 1_590 }])
})

test('a renamed column is offered to be read first, and its match opens with it on top', async () => {
  const rows = people('Astoria', 14)
  const start = await startWithPeople(rows)
  const { server } = start
  await start.importAll()
  const before = await readPeople(server.db)
  const renamed = sheetText(rows).replace('Mobile Phone', 'Cell')
  await start.writeText(renamed)
  await start.importAll()
  let user = await start.openSync()
  await user.click(await screen.findByRole('link', { name: 'See what it would have changed' }))
  const card = within(await screen.findByRole('region', { name: '14 values would be erased' }))
  const first = card.getByRole('link', { name: "Read 'Cell' as Mobile Phone" })
  expect(
    first.compareDocumentPosition(card.getByRole('button', { name: 'Erase 14 values and import' })),
  ).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(card.queryByText(/may have been renamed/)).toBeNull()
  await openPage(location.pathname, await server.as('user'))
  expect(await screen.findByText('An administrator has to confirm this')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /^Read/ })).toBeNull()

  const titles = ['First Name', 'Last Name', 'Cell', 'Circuit', 'Congregation'] as const
  server.answer(describeColumns, {
    head: {
      sheetNames: ['Sheet1'],
      hiddenSheets: [],
      sheetName: 'Sheet1',
      hiddenRows: 0,
      headerRow: 1,
      columns: titles.map((title) => ({ title, samples: [], certainty: 'title' as const })),
      questions: [],
      wordCounts: [],
      proposal: {
        columns: titles.map((title) => ({
          title,
          use: title === 'Cell' ? ('Leave out' as const) : title,
          slot: null,
        })),
        nameOrder: 'last-word',
        words: [],
      },
      fits: true,
      text: null,
    },
    storedMatch: null,
  })
  user = await openPage(first.getAttribute('href') ?? '', start.admin)
  const match = within(await screen.findByRole('region', { name: 'Columns of the sheet' }))
  const [top] = match.getAllByRole('combobox')
  expect(top).toHaveAccessibleName("What 'Cell' is for")
  expect(top).toHaveDisplayValue('Mobile Phone')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await expectToast('Columns Matched')
  const again = await start.importAll()
  expect(again.statusCode).toBeLessThan(300)
  expect(await readPeople(server.db)).toEqual(before)
})

test('an administrator undoes the last import from its page, which says what has changed since', async () => {
  const [first, second, third, ...others] = everybody
  if (!first || !second || !third) throw new Error('There are people in the sheet')
  const start = await startWithPeople(everybody)
  const { db } = start.server
  await start.importAll()
  const before = await readPeople(db)
  await start.write([{ ...first, congregation: 'Bronx' }, { ...second, phone: '1' }, ...others])
  await start.importAll()
  let user = await start.openSync()
  const history = () => within(screen.getByRole('region', { name: 'Import history' }))
  await waitFor(() => expect(history().getAllByRole('listitem')).toHaveLength(2))
  const [newest] = history().getAllByRole('link', { name: /^Import of/ })
  if (newest) await user.click(newest)
  await user.click(await screen.findByRole('button', { name: 'Undo this import' }))
  await screen.findByRole('heading', { name: 'Undo of an import' })
  await start.run()
  await screen.findByText('1 new, 1 would move, 1 would change, 21 as they were')
  await start.apply(user, 'Undo the import', 'Undone')
  expect(await readPeople(db)).toEqual(before)

  // Since the first import nobody has changed but for who has left and come back; since the second one, three have.
  user = await start.openSync()
  const since = () => history().getAllByRole('link', { name: /^What changed since/ })
  await waitFor(() => expect(since()).toHaveLength(2))
  const [sinceSecond] = since()
  if (sinceSecond) await user.click(sinceSecond)
  expect(
    await screen.findByText(/^3 volunteers changed since .*, in 1 import: 1 \w+, 1 \w+, 1 \w+\./),
  ).toBeInTheDocument()
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'volunteer 02')
  expect(await screen.findByText('1 of 3 volunteers shown')).toBeInTheDocument()
  user = await openPage('/dashboard', start.admin)
  await user.click(await screen.findByRole('link', { name: /^What changed since/ }))
  expect(await screen.findByText(/^Nobody has changed since /)).toBeInTheDocument()
  expect(screen.getByText(/^1 left and came back/)).toBeInTheDocument()
})

test('each state without changes says so', async () => {
  const { server, runJobs } = await startWithSheet(sheetText(everybody))
  const admin = await server.as('admin')
  await admin.inject({ method: 'POST', url: '/api/import/sheets' })
  const review = await admin.inject({ method: 'POST', url: '/api/imports/review' })
  await runJobs()
  const open = (id: string) => openPage(`/dashboard/sync/imports/${id}`, admin)
  await open(review.json().importId)
  expect(await screen.findByText('Nothing would change')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Import these changes' })).toBeNull()
  await open(await storedImport(server.db, { hasDetails: 0 }))
  expect(await screen.findByText('Its changes are no longer kept')).toBeInTheDocument()
  const planning = { state: 'planning', totals: null, guard: null, completedAt: null } as const
  await open(await storedImport(server.db, planning))
  expect(await screen.findByText('Its job has been removed since.')).toBeInTheDocument()
  await open('unknown')
  expect(await screen.findByText('Import not found')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
  const refused = server.refuse(getImport, 503, 'Not ready.')
  const user = await open(review.json().importId)
  expect(await screen.findByText('This import could not be loaded')).toBeInTheDocument()
  expect(screen.getByText('Not ready.')).toBeInTheDocument()
  refused.restore()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing would change')).toBeInTheDocument()
})

test('a completed import says who applied it, warns, and offers to go back to it', async () => {
  const server = await startPageServer()
  const warning = {
    kind: 'flag',
    column: 'Trained',
    reason: 'is neither yes nor no and counts as no',
    rows: 3,
  }
  const earlier = { completedAt: '2026-11-20T15:00:00.000Z', appliedBy: 'Grace Hopper' }
  const id = await storedImport(server.db, { ...earlier, warnings: toJson([warning]) })
  await storedImport(server.db)
  const path = `/dashboard/sync/imports/${id}`
  const user = await openPage(path, await server.as('admin'))
  expect(await screen.findByText('by Grace Hopper')).toBeInTheDocument()
  expect(screen.getByText('Imported', { selector: 'span' })).toBeInTheDocument()
  await user.click(tab('Skipped rows (2)'))
  expect(screen.getByRole('region', { name: 'Warnings' })).toHaveTextContent(
    'Trained is neither yes nor no and counts as no3 rows',
  )
  await user.click(screen.getByRole('button', { name: 'Go back to this import' }))
  await screen.findByRole('heading', { name: 'Return to an earlier import' })
  expect(server.callsOf(reviewImport).map(({ body }) => body)).toEqual([{ source: id }])
  await openPage(path, await server.as('user'))
  expect(await screen.findByText('by Grace Hopper')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Go back to this import' })).toBeNull()
})

test('an outdated review names the people who have changed', async () => {
  const { server } = await startWithSheet('another')
  const id = await storedReview(server.db, { fileHash: 'of what was reviewed' })
  for (const number of [1, 2, 3, 4, 5, 6]) await addChange(server.db, id, number, {})
  await openPage(`/dashboard/sync/imports/${id}`, await server.as('admin'))
  expect(await screen.findByText('The spreadsheet has changed since.')).toBeInTheDocument()
  expect(
    screen.getByText(
      '6 volunteers have changed since: Person 1, Person 2, Person 3, Person 4, Person 5, and 1 more.',
    ),
  ).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Review again' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Import these changes' })).toBeNull()
})

/** The history on the sync page, with four imports, three of which have changed nothing. */
async function openHistory() {
  const start = await startWithPeople(people('Astoria', 14))
  for (let sync = 0; sync < 4; sync += 1) await start.importAll()
  return start
}

const history = () => within(screen.getByRole('region', { name: 'Import history' }))

test('syncs without changes are one line, which expands', async () => {
  const start = await openHistory()
  const user = await start.openSync()
  await waitFor(() => expect(history().getByText('14 new')).toBeInTheDocument())
  expect(history().getAllByRole('listitem')).toHaveLength(2)
  const shown = () =>
    history()
      .getAllByRole('link', { name: /^Import of/ })
      .filter((link) => link.closest('details:not([open])') === null)
  expect(shown()).toHaveLength(1)
  await user.click(history().getByText(/^3 syncs without changes/))
  expect(shown()).toHaveLength(4)
  const [first] = shown()
  if (first) await user.click(first)
  expect(location.pathname).toMatch(/\/sync\/imports\//)
})

test('the history shows what was imported, or was not', async () => {
  const start = await openHistory()
  await start.admin.inject({ method: 'POST', url: '/api/imports/review' })
  const user = await start.openSync()
  const show = await waitFor(() => history().getByRole('combobox', { name: 'Show' }))
  await user.selectOptions(show, 'false')
  await waitFor(() => expect(history().queryByText('14 new')).toBeNull())
  expect(history().getByRole('link', { name: /^Review of changes of/ })).toBeInTheDocument()
  await user.selectOptions(show, 'true')
  await waitFor(() => expect(history().getByText('14 new')).toBeInTheDocument())
  expect(history().queryByRole('link', { name: /^Review of changes of/ })).toBeNull()
  const refused = start.server.refuse(listImports, 503, 'Not ready.')
  const again = await start.openSync()
  expect(await screen.findByText('The history could not be loaded')).toBeInTheDocument()
  refused.restore()
  await again.click(history().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(history().getByText('14 new')).toBeInTheDocument())
})
