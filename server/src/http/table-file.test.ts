import Fastify from 'fastify'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Lines, sendTable } from './table-file.ts'

async function* table(count: number): Lines {
  yield ['Row', 'Value']
  for (let row = 1; row <= count; row += 1) yield [String(row), row % 2 ? '=1+1' : '07030']
}

async function get(path: '/csv' | '/xlsx', lines: Lines) {
  const app = Fastify()
  app.get('/csv', (_, reply) => sendTable(reply, 'csv', 'Rows é.csv', '', lines))
  app.get('/xlsx', (_, reply) => sendTable(reply, 'xlsx', 'Rows.xlsx', 'Rows', lines))
  return app.inject(path)
}

test('CSV prevents spreadsheets from running a cell', async () => {
  const response = await get('/csv', table(2))
  expect(response.body).toBe("\uFEFFRow,Value\r\n1,'=1+1\r\n2,07030\r\n")
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringContaining("filename*=UTF-8''Rows%20%C3%A9.csv"),
  })
})

test('CSV that is opened with another separator has no formula, either', async () => {
  async function* lines(): Lines {
    yield ['x;=cmd()', 'a|+1', 'b\t@c', 'd;e']
  }
  const { body } = await get('/csv', lines())
  expect(body).toBe(`\uFEFF"x;'=cmd()","a|'+1","b\t'@c","d;e"\r\n`)
  for (const separator of ';|\t') {
    const [row = []] = Papa.parse<string[]>(body.trim(), { delimiter: separator }).data
    for (const cell of row) expect(cell).not.toMatch(/^"?[=+\-@]/)
  }
})

test('a workbook that is sent in several pieces opens with every cell as text', async () => {
  const response = await get('/xlsx', table(1_201))
  const rows = await readSheet(response.rawPayload)
  expect(rows).toHaveLength(1_202)
  expect(rows.slice(0, 3)).toEqual([
    ['Row', 'Value'],
    ['1', '=1+1'],
    ['2', '07030'],
  ])
  expect(rows.at(-1)).toEqual(['1201', '=1+1'])
})

test('a table that cannot be read to its end aborts the file', async () => {
  async function* broken(): Lines {
    yield ['Row']
    throw new Error('unavailable')
  }
  await expect(get('/xlsx', broken())).rejects.toThrow()
})
