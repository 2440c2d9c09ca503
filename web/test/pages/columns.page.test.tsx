import { describeColumns } from '@dashboard/contract/columns'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../page.tsx'
import { startPageServer } from '../page-server.ts'

/** The match page; how files are read, matched and imported is in e2e/journeys/own-sheet.spec.ts. */

test('hidden sheets of a workbook are marked, hidden rows counted, and sheets can be read in place of the visible one', async () => {
  const server = await startPageServer()
  const head = {
    sheetNames: ['People', 'Last year'],
    hiddenSheets: ['Last year'],
    sheetName: null,
    hiddenRows: 0,
    headerRow: null,
    columns: [],
    questions: [],
    wordCounts: [],
    proposal: null,
    fits: false,
    text: null,
  }
  server.answer(describeColumns, { head, storedMatch: null })
  const user = await openPage('/dashboard/sync/columns?upload=1', await server.as('user'))
  expect(await screen.findByRole('button', { name: 'Last year (hidden)' })).toBeVisible()
  const people = { ...head, sheetName: 'People', hiddenRows: 2 }
  server.answer(describeColumns, { head: people, storedMatch: null })
  await user.click(screen.getByRole('button', { name: 'People' }))
  expect(
    await screen.findByText(/^2 rows of the sheet are hidden, and are read like the others\./),
  ).toBeVisible()
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Sheet of the workbook' }),
    'Last year',
  )
  await waitFor(() =>
    expect(server.callsOf(describeColumns).at(-1)?.path).toContain('sheet=Last+year'),
  )
})

test('an unknown word for yes or no stays open until somebody chooses', async () => {
  const server = await startPageServer()
  const column = (title: string, use: 'Full Name' | 'Circuit' | 'Congregation' | 'Available') => ({
    title,
    use,
    slot: null,
  })
  const columns = [
    column('Name', 'Full Name'),
    column('Circuit', 'Circuit'),
    column('Congregation', 'Congregation'),
    column('Can serve', 'Available'),
  ]
  const head = {
    sheetNames: [],
    hiddenSheets: [],
    sheetName: '',
    headerRow: 1,
    hiddenRows: 0,
    questions: [],
    columns: columns.map(({ title }) => ({ title, samples: [], certainty: 'title' as const })),
    wordCounts: [3],
    proposal: {
      columns,
      nameOrder: 'last-word' as const,
      words: [{ kind: 'flag' as const, word: 'O', meaning: '' }],
    },
    fits: false,
    text: null,
  }
  server.answer(describeColumns, { head, storedMatch: null })
  const user = await openPage('/dashboard/sync/columns?upload=1', await server.as('admin'))
  const word = await screen.findByRole('combobox', { name: "'O' means (3 times)" })
  expect(word).toHaveDisplayValue('not known, counts as no')
  await user.selectOptions(word, 'yes')
  expect(word).toHaveDisplayValue('yes')
})
