import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import readWithOther, { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import writeWithOther from 'write-excel-file/node'
import { openWorkbookFile } from './workbook-file.ts'

const signal = new AbortController().signal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbook-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

const rows = [
  ['First Name', 'Zip Code', 'Note'],
  ['José <b>&"', '07030', '=1+1'],
  ['constructor', '__proto__', ' two\nlines '],
  ['張偉', '', '_x0041_'],
]

function readRows(path: string, sheet = 'Data_Import') {
  return Array.fromAsync(openWorkbookFile(path).readRows(sheet, signal))
}

describe('a workbook of ours', () => {
  test('is read again as written', async () => {
    const path = join(folder, 'own.xlsx')
    await openWorkbookFile(path).writeRows('Data_Import', rows, signal)
    expect(await readRows(path)).toEqual(rows)
  })

  test('is read by another library, as text', async () => {
    const path = join(folder, 'other-reader.xlsx')
    await openWorkbookFile(path).writeRows('Data_Import', rows, signal)
    const found = await readSheet(path, 'Data_Import', { trim: false })
    expect(found).toEqual(rows.map((row) => row.map((cell) => cell || null)))
  })

  test('preserves any text', async () => {
    const path = join(folder, 'any.xlsx')
    const cell = fc
      .string({ unit: 'grapheme' })
      .map((text) => text.toWellFormed().replace(/[\uFFFE\uFFFF]|(?![\t\n\r])\p{Cc}/gu, ''))
    const table = fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(table, async (written) => {
        const marked = written.map((row) => [...row, 'end'])
        await openWorkbookFile(path).writeRows('Data_Import', marked, signal)
        expect(await readRows(path)).toEqual(marked)
      }),
      { numRuns: 50 },
    )
  })

  test('stays as it was when a cell is too long for it', async () => {
    const path = join(folder, 'long-cell.xlsx')
    const workbook = openWorkbookFile(path)
    await workbook.writeRows('Data_Import', [['a'], ['x'.repeat(32_767)]], signal)
    const before = await readFile(path)
    const writing = workbook.writeRows('Data_Import', [['a'], ['x'.repeat(32_768)]], signal)
    await expect(writing).rejects.toThrow(
      'Row 2 has a cell of 32,768 characters, but a workbook takes at most 32,767.',
    )
    expect(await readFile(path)).toEqual(before)
  })

  test('written again later with the same rows is the same file', async () => {
    const path = join(folder, 'again.xlsx')
    const workbook = openWorkbookFile(path)
    const hashes: (string | undefined)[] = []
    onTestFinished(() => void vi.useRealTimers())
    for (const time of ['2026-01-01T00:00:00Z', '2026-07-02T12:34:56Z', '2027-03-04T05:06:08Z']) {
      vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] })
      await workbook.writeRows('Data_Import', rows, signal)
      hashes.push(await workbook.contentHash?.(signal))
    }
    expect(new Set(hashes).size).toBe(1)
    await workbook.writeRows('Data_Import', rows.slice(1), signal)
    expect(hashes).not.toContain(await workbook.contentHash?.(signal))
  })

  test('many rows in several pieces', async () => {
    const path = join(folder, 'many.xlsx')
    const many = Array.from({ length: 5_000 }, (_, index) => [`é${index}`, '', `x${index % 7}`])
    await openWorkbookFile(path).writeRows('Data_Import', many, signal)
    expect(await readRows(path)).toEqual(many)
  })
})

describe('a workbook of others', () => {
  test('numbers and dates are read as they are shown', async () => {
    const path = join(folder, 'formats.xlsx')
    const cells = [
      { value: 7030, format: '00000' },
      { value: 70301234, format: '00000-0000' },
      { value: 5550100123, format: '(###) ###-####' },
      { value: 15550100123 },
      { value: 0.1 + 0.2 },
      { value: new Date(Date.UTC(2026, 2, 5)), format: 'mm/dd/yyyy' },
      { value: new Date(Date.UTC(2026, 2, 5, 14, 30)), format: 'h:mm' },
      { value: 0.25, format: '0%' },
      { value: true },
    ]
    await writeWithOther([cells], { sheet: 'Data_Import' }).toFile(path)
    expect(await readRows(path)).toEqual([
      [
        '07030',
        '07030-1234',
        '(555) 010-0123',
        '15550100123',
        '0.3',
        '03/05/2026',
        '14:30',
        '25%',
        'TRUE',
      ],
    ])
  })

  test('preserves its other sheets when ours is added, then replaced', async () => {
    const path = join(folder, 'shared.xlsx')
    const others = [
      {
        sheet: 'Notes & "plans"',
        data: [['keep', 7, { value: new Date(Date.UTC(2026, 0, 1)), format: 'yyyy-mm-dd' }]],
      },
      { sheet: 'Second', data: [[{ value: 'bold', fontWeight: 'bold' as const }]] },
    ]
    await writeWithOther(others).toFile(path)
    const before = await readWithOther(path)
    for (const written of [rows, rows.slice(0, 2)]) {
      await openWorkbookFile(path).writeRows('Data_Import', written, signal)
      expect(await readRows(path)).toEqual(written)
      const sheets = await readWithOther(path)
      expect(sheets.map(({ sheet }) => sheet)).toEqual(['Notes & "plans"', 'Second', 'Data_Import'])
      expect(sheets.slice(0, 2)).toEqual(before)
    }
  })

  test('a sheet is found without regard to case, and its gaps stay', async () => {
    const path = join(folder, 'gaps.xlsx')
    const data = [['a'], [], [], [null, 'b'], ...Array.from({ length: 3_000 }, () => [null])]
    await writeWithOther(data, { sheet: 'DATA_import' }).toFile(path)
    expect(await readRows(path)).toEqual([['a'], [], [], ['', 'b']])
  })
})

describe('what cannot be read', () => {
  test('a missing file', async () => {
    await expect(readRows(join(folder, 'none.xlsx'))).rejects.toMatchObject({ problem: 'no-file' })
  })

  test('the error of a missing sheet lists the existing ones', async () => {
    const path = join(folder, 'sheets.xlsx')
    await writeWithOther([['x']], { sheet: 'People' }).toFile(path)
    await expect(readRows(path)).rejects.toMatchObject({
      problem: 'no-sheet',
      message:
        "The workbook has no sheet called 'Data_Import'. It has 'People'. Run an export to make it, or rename the sheet.",
      details: expect.stringContaining('set SHEET_NAME to the right name.'),
    })
  })

  test.each([
    ['text', Buffer.from('First Name,Last Name\n'), 'is not an Excel workbook'],
    [
      'a zip of something else',
      Buffer.from('PK\x03\x04 and nothing more'),
      'is not an Excel workbook',
    ],
    [
      'an old or locked workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'old .xls format or protected',
    ],
  ])('%s', async (name, bytes, message) => {
    const path = join(folder, `${name}.xlsx`)
    await writeFile(path, bytes)
    await expect(readRows(path)).rejects.toMatchObject({
      problem: 'unreadable',
      message: expect.stringContaining(message),
    })
    // An export does not overwrite a file that it cannot read.
    const write = openWorkbookFile(path).writeRows('Data_Import', rows, signal)
    await expect(write).rejects.toMatchObject({ problem: 'unreadable' })
    expect(await readFile(path)).toEqual(bytes)
  })

  test('a workbook cut short', async () => {
    const path = join(folder, 'cut.xlsx')
    await openWorkbookFile(path).writeRows('Data_Import', rows, signal)
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(0, whole.length / 2))
    await expect(readRows(path)).rejects.toMatchObject({ problem: 'unreadable' })
  })
})

test('a failure while writing leaves the old workbook and nothing beside it', async () => {
  const path = join(folder, 'kept/volunteers.xlsx')
  await openWorkbookFile(path).writeRows('Data_Import', rows, signal)
  const before = await readFile(path)
  function* failing() {
    yield ['new']
    throw new Error('source is gone')
  }
  const write = openWorkbookFile(path).writeRows('Data_Import', failing(), signal)
  await expect(write).rejects.toThrow('source is gone')
  expect(await readFile(path)).toEqual(before)
  expect(await readdir(join(folder, 'kept'))).toEqual(['volunteers.xlsx'])
})

test('a name that no sheet can have is refused', async () => {
  const path = join(folder, 'name.xlsx')
  const write = openWorkbookFile(path).writeRows('a/b', rows, signal)
  await expect(write).rejects.toMatchObject({
    problem: 'no-sheet',
    message: expect.stringContaining("'a/b' cannot be the name of a sheet"),
  })
})

test('a folder in place of the file is called a folder', async () => {
  await expect(readRows(folder)).rejects.toThrow('cannot be used: it is a folder.')
})
