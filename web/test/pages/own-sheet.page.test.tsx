import { readFile, writeFile } from 'node:fs/promises'
import {
  type ColumnMatch,
  deleteColumnMatch,
  getSheetTemplate,
  importUpload,
  reviewUpload,
  saveColumnMatch,
  uploadSheet,
} from '@dashboard/contract/columns'
import { fromJson } from '@dashboard/store/database/column-values'
import { people, sheetText } from '@dashboard/store/test/sheet-file'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { controlTimers, openPage } from '../page.tsx'
import { startWithSheet } from '../sheet-server.ts'
import { expectToast } from '../toasts.ts'

/** A sheet of one's own, from the file to the imported volunteers (docs/your-data.md). The imports really run. */

const spanish = [
  'Nombre completo;Circuito;Congregación;Celular;Disponible;Sábado mañana;Comentarios internos',
  '"Gómez, Ana María";NY-5;Central;+1 212 555 0101;Sí;x;no es para nadie',
  '"Ortega, Luis";NY-6;Riverside;+1 212 555 0102;Quizás;;',
].join('\r\n')

async function upload(user: UserEvent, name: string, bytes: Buffer) {
  const file = new File([new Uint8Array(bytes)], name, { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('Choose a file to import'), file)
}

const inLatin1 = (text: string) => Buffer.from(text, 'latin1')
const use = (title: string) => screen.getByLabelText(`What '${title}' is for`)
const button = (name: string) => screen.getByRole('button', { name })

async function start(role: 'admin' | 'user' = 'admin') {
  const { server, path } = await startWithSheet()
  const timers = controlTimers()
  const signedIn = await server.as(role)
  return { server, path, timers, open: (address: string) => openPage(address, signedIn) }
}

test('the columns page leads to the sync while there is no spreadsheet', async () => {
  const { open } = await start()
  const user = await open('/dashboard/sync/columns')
  expect(await screen.findByText('There is no spreadsheet yet')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Go to Locust Sync' }))
  expect(location.pathname).toBe('/dashboard/sync')
})

/** Saves the match of the Spanish list as 'Lista'. */
async function saveMatch(user: UserEvent) {
  await screen.findByRole('heading', { name: 'What each column is for' })
  await user.selectOptions(screen.getByLabelText("'Quizás' means (1 time)"), 'yes')
  const name = screen.getByLabelText('Name of the match')
  await user.clear(name)
  expect(button('Next')).toBeDisabled()
  await user.type(name, 'Lista')
  await user.click(button('Next'))
  await expectToast('Columns Matched')
  await screen.findByRole('heading', { name: "Read as matched in 'Lista'" })
}

test('of two columns that could be the telephone, shown side by side, one can be chosen', async () => {
  const { server, open } = await start()
  const user = await open('/dashboard/sync')
  const text = [
    'Name,Phone,Phone,Circuit,Congregation',
    'Anna Novak,212-555-0101,917-555-0101,NY-1,Central',
    'Ben Ortiz,212-555-0102,917-555-0102,NY-1,East',
  ].join('\n')
  await upload(user, 'list.csv', Buffer.from(text))
  const question = await screen.findByRole('group', {
    name: "Which column holds 'Mobile Phone'? It is not read until you tick one.",
  })
  const tick = (name: string) => within(question).getByRole('checkbox', { name })
  const first = tick('Phone · column B: 212-555-0101 · 212-555-0102')
  const second = tick('Phone · column C: 917-555-0101 · 917-555-0102')
  expect([first, second].map((box) => (box as HTMLInputElement).checked)).toEqual([false, false])
  await user.click(first)
  await user.click(second)
  expect([first, second].map((box) => (box as HTMLInputElement).checked)).toEqual([false, true])
  await user.click(button('Next'))
  await expectToast('Columns Matched')
  const [saved] = await server.db.selectFrom('column_matches').select('match').execute()
  expect(fromJson<ColumnMatch>(saved?.match ?? '').columns.map(({ use }) => use)).toEqual([
    'Full Name',
    'Leave out',
    'Mobile Phone',
    'Circuit',
    'Congregation',
  ])
})

test('a Spanish list is matched once, and reviewed', async () => {
  const { server, timers, open } = await start()
  const user = await open('/dashboard/sync')
  await upload(user, 'lista.csv', inLatin1(spanish))
  await screen.findByRole('heading', { name: 'What each column is for' })
  expect(server.callsOf(uploadSheet)).toHaveLength(1)
  expect(screen.getByText(/^Of 7 columns 6 are read and 1 left out\./)).toBeInTheDocument()
  expect(use('Nombre completo')).toHaveValue('Full Name')
  expect(use('Sábado mañana')).toHaveValue('Saturday')
  expect(use('Comentarios internos')).toHaveValue('Leave out')
  expect(screen.getByLabelText("'Quizás' means (1 time)")).toHaveValue('')
  // Required columns cannot be left out.
  await user.selectOptions(use('Circuito'), 'Leave out')
  expect(screen.getByText("Say which columns hold 'Circuit'.")).toBeInTheDocument()
  expect(button('Next')).toBeDisabled()
  await user.selectOptions(screen.getByLabelText("Which column holds 'Circuit'?"), '1')
  expect(use('Circuito')).toHaveValue('Circuit')
  expect(button('Next')).toBeEnabled()
  await saveMatch(user)
  server.refuse(reviewUpload, 409, '')
  await user.click(button('Review changes first'))
  await expectToast('Review Failed', 'Failed to start the review.')
  server.restore(reviewUpload)
  await user.click(button('Review changes first'))
  await screen.findByRole('heading', { name: 'Review of changes' })
  await timers.pass(3_000)
  expect(await screen.findByText('2 new')).toBeInTheDocument()
})

test('the next sheet with these titles needs no questions, and a match is viewed and deleted without its sheet', async () => {
  const { server, timers, open } = await start()
  let user = await open('/dashboard/sync')
  await upload(user, 'lista.csv', inLatin1(spanish))
  await saveMatch(user)
  user = await open('/dashboard/sync')
  await upload(user, 'lista-2.csv', inLatin1(spanish))
  await screen.findByRole('heading', { name: "Read as matched in 'Lista'" })
  expect(screen.getByText('Of 7 columns 6 are read and 1 left out.')).toBeInTheDocument()
  server.refuse(importUpload, 409, '')
  await user.click(button('Import to SMPW Dashboard'))
  await expectToast('Import Failed', 'Failed to start the import.')
  server.restore(importUpload)
  await user.click(button('Import to SMPW Dashboard'))
  await waitFor(() => expect(location.pathname).toBe('/dashboard/sync'))
  await timers.pass(3_000)
  expect(await screen.findByText('2 volunteers (2 new)')).toBeInTheDocument()
  const people = await server.db
    .selectFrom('volunteers')
    .select(['firstName', 'lastName', 'available'])
    .orderBy('lastName')
    .execute()
  expect(people).toEqual([
    { firstName: 'Ana María', lastName: 'Gómez', available: 1 },
    { firstName: 'Luis', lastName: 'Ortega', available: 1 },
  ])

  user = await open('/dashboard/sync/columns')
  await screen.findByRole('heading', { name: 'Other matches' })
  expect(screen.getByText(/^Nombre completo · Circuito/)).toBeInTheDocument()
  expect(screen.getByText(/^Saved by Ada Admin, /)).toBeInTheDocument()
  server.refuse(deleteColumnMatch, 500, '')
  await user.click(button("Forget 'Lista'"))
  await expectToast('Delete Failed', 'Failed to forget the match.')
  server.restore(deleteColumnMatch)
  await user.click(button("Forget 'Lista'"))
  await expectToast('Match Forgotten')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Other matches' })).toBeNull())
})

test('asks for the encoding of a file that may be in several, even where its match is stored', async () => {
  const { timers, open } = await start()
  const names = ['Name;Circuit;Congregation', 'Anna \xa3uk;PL-1;Central', 'Ben Ortiz;PL-1;Central']
  const polish = inLatin1(names.join('\n'))
  let user = await open('/dashboard/sync')
  await upload(user, 'polish.csv', polish)
  await screen.findByRole('heading', { name: 'Which of these look right?' })
  expect(screen.getByText('Anna Łuk')).toBeInTheDocument()
  await user.click(button('Central European (Windows-1250)'))
  expect(await screen.findByText('These should look right: Anna Łuk')).toBeInTheDocument()
  expect(screen.getByLabelText('Encoding')).toHaveValue('windows-1250')
  expect(screen.getByLabelText('Separator between cells')).toHaveValue(';')
  await user.selectOptions(screen.getByLabelText('Separator between cells'), '|')
  expect(await screen.findByText('No titles were found')).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Separator between cells'), ';')
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(await screen.findByRole('button', { name: 'Review changes first' })).toBeInTheDocument()

  user = await open('/dashboard/sync')
  await upload(user, 'polish-2.csv', polish)
  await screen.findByRole('heading', { name: 'Which of these look right?' })
  expect(screen.queryByRole('button', { name: 'Review changes first' })).toBeNull()
  await user.selectOptions(screen.getByLabelText('Another encoding'), 'windows-1250')
  await user.click(await screen.findByRole('button', { name: 'Review changes first' }))
  await screen.findByRole('heading', { name: 'Review of changes' })
  await timers.pass(3_000)
  await user.type(await screen.findByRole('searchbox', { name: 'Search by name' }), 'Łuk')
  expect(await screen.findByText(/Łuk/, { selector: 'span' })).toBeInTheDocument()
})

test('a user sees what columns seem to be, and asks an administrator', async () => {
  const { server, open } = await start('user')
  const user = await open('/dashboard/sync')
  const italian = 'Nome,Cognome,Circuito,Congregazione\nAda,Rossi,NY-1,Park\n'
  await upload(user, 'other.csv', inLatin1(italian))
  expect(
    await screen.findByText(/An administrator says once what they are for\./),
  ).toBeInTheDocument()
  expect(screen.getByText('Ada')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: /^What '/ })).toBeNull()
  expect(server.callsOf(saveColumnMatch)).toHaveLength(0)
})

test('a file that is not a sheet says what to do, and one that could not be sent says so', async () => {
  const { server, open } = await start()
  let user = await open('/dashboard/sync')
  await upload(user, 'old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'))
  expect(await screen.findByText('The sheet could not be read')).toBeInTheDocument()
  expect(screen.getByText(/Save it as \.xlsx without a password/)).toBeInTheDocument()
  user = await open('/dashboard/sync')
  server.refuse(uploadSheet, 500, '')
  await upload(user, 'lista.csv', inLatin1(spanish))
  await expectToast('Upload Failed', 'Failed to send the file.')
  server.refuse(getSheetTemplate, 500, '')
  await user.click(button('Download a template'))
  await expectToast('Download Failed', 'Failed to download the template.')
})

test('a renamed title is matched in one press, and nothing is lost', async () => {
  const { path, timers, open } = await start()
  await writeFile(path, sheetText(people('Astoria', 12)))
  const runImport = async (user: UserEvent) => {
    await user.click(await screen.findByRole('checkbox', { name: 'Export from Locust' }))
    await user.click(button('Run'))
    await timers.pass(3_000)
  }
  let user = await open('/dashboard/sync')
  await runImport(user)
  await screen.findByText('12 volunteers (12 new)')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('Mobile Phone', 'Phone'))
  user = await open('/dashboard/sync')
  await runImport(user)
  await user.click(await screen.findByRole('link', { name: 'See what it would have changed' }))
  await user.click(await screen.findByRole('link', { name: "Read 'Phone' as Mobile Phone" }))
  await screen.findByRole('heading', { name: 'What each column is for' })
  expect(use('Phone')).toHaveValue('Mobile Phone')
  await user.click(button('Next'))
  await expectToast('Columns Matched')
  await user.click(screen.getByRole('link', { name: 'Back to Locust Sync' }))
  await runImport(user)
  expect(await screen.findByText('12 volunteers, nothing changed')).toBeInTheDocument()
})
