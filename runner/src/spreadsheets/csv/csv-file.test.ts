import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCsvFile } from './csv-file.ts'

const signal = new AbortController().signal
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

const rows = [
  ['First Name', 'Zip Code'],
  ['José, "Pepe"', '07030'],
  ['=cmd()', '張'],
]

test('what is written is read again; runnable cells get an apostrophe in front', async () => {
  const path = join(folder, 'new/volunteers.csv')
  const file = openCsvFile(path)
  await file.writeRows('Data_Import', rows, signal)
  expect(await readFile(path, 'utf8')).toBe(
    `\uFEFFFirst Name,Zip Code\r\n"José, ""Pepe""",07030\r\n'=cmd(),張\r\n`,
  )
  const found = await Array.fromAsync(file.readRows('Any', signal))
  expect(found).toEqual([...rows.slice(0, 2), ["'=cmd()", '張']])
  expect(await readdir(join(folder, 'new'))).toEqual(['volunteers.csv'])
})

test('blank rows in between are included, those at the end are left out', async () => {
  const path = join(folder, 'blank.csv')
  await writeFile(path, `a,b\n\n1,2\n${',\n'.repeat(3_000)}`)
  const found = await Array.fromAsync(openCsvFile(path).readRows('Data_Import', signal))
  expect(found).toEqual([['a', 'b'], [], ['1', '2']])
})

test("the dashboard's own file is cut by the separator that cuts evenly, whatever a note holds", async () => {
  const path = join(folder, 'note.csv')
  const titles = 'First Name,Last Name,Circuit,Congregation,Availability Note'
  const week = 'Monday;Tuesday;Wednesday;Thursday;Friday;Saturday;Sunday'
  await writeFile(path, `${titles}\nAnna,Novak,NY-1,Central,${week}\n`)
  const found = await Array.fromAsync(openCsvFile(path).readRows('Data_Import', signal))
  expect(found).toEqual([titles.split(','), ['Anna', 'Novak', 'NY-1', 'Central', week]])
})

test('a missing or empty file fails with what to do', async () => {
  const path = join(folder, 'none.csv')
  const read = () => Array.fromAsync(openCsvFile(path).readRows('Data_Import', signal))
  const error = {
    problem: 'no-file',
    message:
      'There is no sheet to read yet: the file none.csv is missing or empty. Run an export first, or put the file in its place.',
  }
  await expect(read()).rejects.toMatchObject(error)
  await writeFile(path, '')
  await expect(read()).rejects.toMatchObject(error)
})

test('the error of a damaged file names the file and the row', async () => {
  const path = join(folder, 'damaged.csv')
  await writeFile(path, 'a,b\n1,"x\n')
  const read = Array.fromAsync(openCsvFile(path).readRows('Data_Import', signal))
  await expect(read).rejects.toMatchObject({
    problem: 'unreadable',
    message: expect.stringMatching(/^The file damaged\.csv cannot be read\. .* row 2\.$/),
  })
})

test('a failure or a cancel while writing leaves the old file and nothing beside it', async () => {
  const path = join(folder, 'kept/volunteers.csv')
  const file = openCsvFile(path)
  await file.writeRows('Data_Import', rows, signal)
  const before = await readFile(path)
  function* failing() {
    yield ['new']
    throw new Error('source is gone')
  }
  await expect(file.writeRows('Data_Import', failing(), signal)).rejects.toThrow('source is gone')
  await expect(file.writeRows('Data_Import', rows, AbortSignal.abort())).rejects.toThrow('abort')
  expect(await readFile(path)).toEqual(before)
  expect(await readdir(join(folder, 'kept'))).toEqual(['volunteers.csv'])
})

test('an error of the file system is explained', async () => {
  const file = openCsvFile(folder)
  const error = {
    kind: 'outside-system',
    message: expect.stringMatching(/^The file csv-file-\w+ cannot be used: it is a folder\. /),
  }
  await expect(Array.fromAsync(file.readRows('Data_Import', signal))).rejects.toMatchObject(error)
  await expect(file.writeRows('Data_Import', rows, signal)).rejects.toMatchObject(error)
})

test.each([
  ['%PDF-1.7', 'This is a PDF, not a workbook.'],
  ['<html><body><table>', 'This is a web page, not a workbook. Open it in a spreadsheet program'],
  ['<?xml version="1.0"?>\n<Workbook xmlns="x">', 'This is an XML table of Excel 2003'],
])('a file that is no text is called what it is: %s', async (start, sentence) => {
  const path = join(folder, 'other.csv')
  await writeFile(path, start)
  const read = Array.fromAsync(openCsvFile(path).readRows('Data_Import', signal))
  await expect(read).rejects.toThrow(sentence)
})

test('another encoding than UTF-8 is read and said', async () => {
  const path = join(folder, 'latin.csv')
  await writeFile(path, Buffer.from('Name\nMüller\nJosé\n', 'latin1'))
  const lines: string[] = []
  const file = openCsvFile(path, { log: (line) => lines.push(line) })
  expect(await Array.fromAsync(file.readRows('Any', signal))).toEqual([
    ['Name'],
    ['Müller'],
    ['José'],
  ])
  expect(lines).toEqual(['The file latin.csv is read as windows-1252.'])
})
