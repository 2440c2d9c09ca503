import { describe, expect, it } from 'vitest'
import {
  neverStopped,
  numberedRows,
  readAll,
  sheetName,
  spreadsheetId,
  startGoogle,
} from '../../../test/google-sheets.ts'
import { failureOf } from '../../../test/job-errors.ts'
import { SheetError } from '../sheet-error.ts'

describe('writing', () => {
  it('reads back exactly what was written', async () => {
    const { spreadsheet } = await startGoogle()
    const rows = [
      ['First Name', 'Zip Code', 'Note'],
      ['=1+1', '07030', '+49 123'],
      ['@home', '-', "'quoted"],
      ['Ḿiłosz 😀', 'TRUE', '2024-01-01'],
    ]
    await spreadsheet.writeRows(sheetName, rows, neverStopped)
    expect(await readAll(spreadsheet)).toEqual(rows)
  })

  it('adds a missing sheet and does not change the others', async () => {
    const { google, spreadsheet } = await startGoogle({ Notes: [['keep me']] })
    await spreadsheet.writeRows(sheetName, numberedRows(3, 2), neverStopped)
    expect(google.titles(spreadsheetId)).toEqual(['Notes', sheetName])
    expect(google.sheet(spreadsheetId, sheetName)).toMatchObject({
      hidden: false,
      rowCount: 3,
      columnCount: 2,
    })
    expect(google.sheet(spreadsheetId, 'Notes')?.rows).toEqual([['keep me']])
  })

  it('replaces all of a larger sheet but not the sheet itself', async () => {
    const { google, spreadsheet } = await startGoogle({ [sheetName]: numberedRows(900, 10) })
    const { sheetId } = google.sheet(spreadsheetId, sheetName) ?? {}
    google.merge(spreadsheetId, sheetName, { sheetId: 0, startRowIndex: 1, endRowIndex: 3 })
    await spreadsheet.writeRows(sheetName, numberedRows(5, 3), neverStopped)
    expect(await readAll(spreadsheet)).toEqual(numberedRows(5, 3))
    expect(google.sheet(spreadsheetId, sheetName)).toMatchObject({
      sheetId,
      rowCount: 1_000,
      merges: [],
    })
  })

  it('reads vertically merged cells in each of their rows', async () => {
    const { google, spreadsheet } = await startGoogle({
      [sheetName]: [['Name', 'Circuit'], ['Ann', 'NY-1'], ['Bob'], ['Eve', 'NY-2']],
    })
    const circuits = { startRowIndex: 1, endRowIndex: 3, startColumnIndex: 1, endColumnIndex: 2 }
    google.merge(spreadsheetId, sheetName, circuits)
    expect((await readAll(spreadsheet)).slice(1)).toEqual([
      ['Ann', 'NY-1'],
      ['Bob', 'NY-1'],
      ['Eve', 'NY-2'],
    ])
  })

  it('enlarges the grid downwards and to the right', async () => {
    const { google, spreadsheet } = await startGoogle({ [sheetName]: [['old']] })
    await spreadsheet.writeRows(sheetName, numberedRows(2_500, 30), neverStopped)
    expect(google.sheet(spreadsheetId, sheetName)).toMatchObject({
      rowCount: 2_500,
      columnCount: 30,
    })
    expect(await readAll(spreadsheet)).toEqual(numberedRows(2_500, 30))
  })

  it('sends and reads payloads of at most 2 MB', async () => {
    const { google, spreadsheet } = await startGoogle()
    const rows = numberedRows(6_000, 25)
    await spreadsheet.writeRows(sheetName, rows, neverStopped)
    const sizes = google.requests.map(({ size }) => size)
    expect(Math.max(...sizes)).toBeLessThan(2_000_000)
    expect(sizes.filter((size) => size > 100_000).length).toBeGreaterThan(1)
    expect(await readAll(spreadsheet)).toEqual(rows)
  })

  it('accepts a sheet whose name has quotation marks and any script', async () => {
    const { spreadsheet } = await startGoogle()
    const name = "Ann's «лист»! A1:B2"
    await spreadsheet.writeRows(name, [['a', 'b']], neverStopped)
    await spreadsheet.writeRows(name, [['c']], neverStopped)
    expect(await Array.fromAsync(spreadsheet.readRows(name, neverStopped))).toEqual([['c']])
  })

  it('leaves the old rows whole when it is stopped at any point', async () => {
    const { google, open } = await startGoogle({ [sheetName]: [['old']] })
    let stoppedAfter = 0
    for (let requests = 0; requests < 40; requests++) {
      const stop = new AbortController()
      google.requests.length = 0
      const rows = (function* () {
        for (const row of numberedRows(3_000, 20)) yield row
      })()
      const watch = setInterval(() => {
        if (google.requests.length > requests) stop.abort(new Error('Stopped'))
      }, 0)
      const failure = await open()
        .writeRows(sheetName, rows, stop.signal)
        .then(
          () => undefined,
          (error: Error) => error.message,
        )
      clearInterval(watch)
      if (failure === undefined) break
      expect(failure).toBe('Stopped')
      stoppedAfter += 1
      expect([1, 3_000]).toContain((await readAll(open())).length)
    }
    expect(stoppedAfter).toBeGreaterThan(2)
    expect(google.titles(spreadsheetId)).toEqual([sheetName])
  })

  it('removes what a killed export left', async () => {
    const left = `${sheetName} (unfinished export 00c0ffee)`
    const { google, spreadsheet } = await startGoogle({
      [sheetName]: [['old']],
      [left]: [['half']],
    })
    expect(await readAll(spreadsheet)).toEqual([['old']])
    await spreadsheet.writeRows(sheetName, [['new']], neverStopped)
    expect(google.titles(spreadsheetId)).toEqual([sheetName])
  })

  it('names the row of a cell that is too long for Google', async () => {
    const { google, spreadsheet } = await startGoogle({ [sheetName]: [['old']] })
    const writing = spreadsheet.writeRows(sheetName, [['a'], ['x'.repeat(50_001)]], neverStopped)
    await expect(writing).rejects.toThrow('Row 2 has a cell of 50,001 characters')
    expect(google.titles(spreadsheetId)).toEqual([sheetName])
    expect(await readAll(spreadsheet)).toEqual([['old']])
  })
})

describe('reading', () => {
  it('preserves the numbers of rows around blank ones and omits blank ones at the end', async () => {
    const rows = [['a', '', 'c'], [], ['', 'b'], ...Array.from({ length: 700 }, () => []), ['z']]
    const { spreadsheet } = await startGoogle({ [sheetName]: [...rows, ['', ''], []] })
    expect(await readAll(spreadsheet)).toEqual(rows)
  })

  it('lists the existing sheets when the wanted one is missing', async () => {
    const { spreadsheet } = await startGoogle({ Volunteers: [['a']] })
    const reading = readAll(spreadsheet)
    await expect(reading).rejects.toThrow(SheetError)
    expect(await failureOf(reading)).toBe(
      "The Google spreadsheet has no sheet called 'Data_Import'. It has 'Volunteers'. Run an export to make it, or set SHEET_NAME to the right name.",
    )
  })

  it('fails when an export replaced the sheet during the read', async () => {
    const { spreadsheet, open } = await startGoogle({ [sheetName]: numberedRows(900, 3) })
    const { promise: mayFinish, resolve: finish } = Promise.withResolvers<void>()
    const { promise: underWay, resolve: begun } = Promise.withResolvers<void>()
    const writing = open().writeRows(
      sheetName,
      (async function* () {
        yield ['new']
        begun()
        await mayFinish
      })(),
      neverStopped,
    )
    await underWay
    const reading = spreadsheet.readRows(sheetName, neverStopped)
    const iterator = reading[Symbol.asyncIterator]()
    await iterator.next()
    finish()
    await writing
    const rest = Array.fromAsync({ [Symbol.asyncIterator]: () => iterator })
    await expect(rest).rejects.toThrow(/An export replaced the sheet while it was being read/)
  })
})
