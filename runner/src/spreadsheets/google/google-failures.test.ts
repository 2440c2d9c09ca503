import { expect, it } from 'vitest'
import {
  neverStopped,
  numberedRows,
  quickLimits,
  readAll,
  sheetName,
  spreadsheetId,
  startGoogle,
} from '../../../test/google-sheets.ts'
import { failureOf } from '../../../test/job-errors.ts'
import { SheetError, SpreadsheetServiceError } from '../sheet-error.ts'

it('waits as long as Retry-After asks and logs the wait', async () => {
  const { google, notes, spreadsheet } = await startGoogle({ [sheetName]: [['a']] })
  google.setFault({ kind: 'status', status: 429, retryAfter: '1', times: 1 })
  const startedAt = performance.now()
  expect(await readAll(spreadsheet)).toEqual([['a']])
  expect(performance.now() - startedAt).toBeGreaterThan(990)
  expect(notes).toEqual([
    expect.stringMatching(/has had too many requests\. Trying again in 1\.0 s \(try 2 of 4\)/),
  ])
})

it('stays within a quota by retrying', async () => {
  const { google, open } = await startGoogle()
  google.limit({ reads: 2, writes: 2, windowMs: 500 })
  const spreadsheet = open({ limits: { ...quickLimits, tries: 10, firstWaitMs: 50 } })
  await spreadsheet.writeRows(sheetName, numberedRows(4_000, 20), neverStopped)
  expect(await readAll(spreadsheet)).toEqual(numberedRows(4_000, 20))
})

it.each([
  { kind: 'status', status: 500, times: 2 },
  { kind: 'status', status: 503, times: 3 },
  { kind: 'status', status: 403, reason: 'RATE_LIMIT_EXCEEDED', times: 1 },
  { kind: 'break', times: 2 },
  { kind: 'hang', times: 1 },
  { kind: 'status', status: 500, times: 1, on: 'token' },
  { kind: 'break', times: 1, on: 'token' },
] as const)('succeeds after $kind $status', async (fault) => {
  const { google, spreadsheet } = await startGoogle({ [sheetName]: [['old']] })
  google.setFault(fault)
  await spreadsheet.writeRows(sheetName, [['new']], neverStopped)
  expect(await readAll(spreadsheet)).toEqual([['new']])
})

it.each([
  ['making the draft', 0],
  ['writing', 1],
  ['putting it in place', 2],
])('changes nothing twice when the answer to %s is lost', async (_what, after) => {
  const { google, notes, spreadsheet } = await startGoogle({ [sheetName]: [['old'], ['old']] })
  google.setFault({ kind: 'lose-answer', on: 'writes', after, times: 1 })
  await spreadsheet.writeRows(sheetName, [['new']], neverStopped)
  expect(notes).toHaveLength(1)
  expect(google.titles(spreadsheetId)).toEqual([sheetName])
  expect(await readAll(spreadsheet)).toEqual([['new']])
})

it('requests a new token when the old one is no longer valid', async () => {
  const { google, spreadsheet } = await startGoogle({ [sheetName]: [['a']] })
  await readAll(spreadsheet)
  google.revokeTokens()
  expect(await readAll(spreadsheet)).toEqual([['a']])
  expect(google.requests.filter(({ path }) => path === '/token')).toHaveLength(2)
})

it.each([
  [{ kind: 'status', status: 429 }, /has had too many requests\. Wait a few minutes/],
  [{ kind: 'status', status: 429, retryAfter: '600' }, /has had too many requests\. Wait a few/],
  [{ kind: 'status', status: 500 }, /failed with 500\. Try again later; the failure is on their/],
  [{ kind: 'hang' }, /did not answer within 1 seconds\. Try again later/],
  [{ kind: 'break' }, /cannot be reached: the connection was broken off\. Check that this/],
  [{ kind: 'html' }, /but not as the Google Sheets API does\. Check GOOGLE_SHEETS_API_URL/],
  [{ kind: 'html', on: 'token' }, /answered with 200 and no token\. Check token_uri/],
  [
    { kind: 'status', status: 403, reason: 'SERVICE_DISABLED' },
    /The Google Sheets API is switched off in the project of dashboard@.+ Enable it/,
  ],
  [
    { kind: 'status', status: 400, message: 'This operation is not supported for this document' },
    /is not a Google spreadsheet but a file such as Excel's\. Open it, choose File/,
  ],
  [
    {
      kind: 'status',
      status: 400,
      message: 'You are trying to edit a protected cell or object.',
    },
    /protected against dashboard@.+ Let this address edit the protected ranges/,
  ],
  [{ kind: 'status', status: 401 }, /refuses the token of dashboard@.+ Create a new key/],
  [{ kind: 'status', status: 418, message: 'A teapot' }, /answered with 418: A teapot\./],
] as const)('fails with the sentence for %o', async (fault, sentence) => {
  const { google, open } = await startGoogle({ [sheetName]: [['old']] })
  google.setFault(fault)
  const spreadsheet = open({ limits: { ...quickLimits, tries: 2 } })
  expect(await failureOf(readAll(spreadsheet))).toMatch(sentence)
  const writing = spreadsheet.writeRows(sheetName, [['new']], neverStopped)
  expect(await failureOf(writing)).toMatch(sentence)
  google.setFault(undefined)
  expect(await readAll(open())).toEqual([['old']])
})

it('names the address to share the spreadsheet with', async () => {
  const { google, spreadsheet } = await startGoogle()
  google.unshare(spreadsheetId)
  const reading = readAll(spreadsheet)
  await expect(reading).rejects.toThrow(SpreadsheetServiceError)
  await expect(reading).rejects.toThrow(
    `${google.email} may not use the Google spreadsheet spreadsheet-1. Share the spreadsheet with this address as an editor`,
  )
})

it('names a spreadsheet that does not exist', async () => {
  const { open } = await startGoogle()
  const reading = readAll(open({ id: 'nowhere' }))
  await expect(reading).rejects.toThrow(SheetError)
  expect(await failureOf(reading)).toContain('There is no Google spreadsheet with the id nowhere.')
})

it('stops at once during a wait', async () => {
  const { google, open } = await startGoogle({ [sheetName]: [['a']] })
  google.setFault({ kind: 'status', status: 429, retryAfter: '60' })
  const spreadsheet = open({ limits: { ...quickLimits, maxWaitMs: 100_000 } })
  const stop = new AbortController()
  const reading = readAll(spreadsheet, stop.signal)
  setTimeout(() => stop.abort(new Error('Cancelled')), 100)
  await expect(reading).rejects.toThrow('Cancelled')
})

it('stops at once while Google does not answer', async () => {
  const { google, open } = await startGoogle({ [sheetName]: [['a']] })
  google.setFault({ kind: 'hang' })
  const spreadsheet = open({ limits: { ...quickLimits, answer: 60_000 } })
  const reading = readAll(spreadsheet, AbortSignal.timeout(100))
  await expect(reading).rejects.toThrow(/timeout/)
})
