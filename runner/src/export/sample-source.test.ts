import { createHash } from 'node:crypto'
import { sheetColumns } from '@dashboard/contract/sheet-columns'
import { expect, test } from 'vitest'
import { mapRow } from '../../test/map-row.ts'
import { createRowMapper } from '../import/reading/row-mapping.ts'
import { matchHeader } from '../spreadsheets/sheet-columns.ts'
import { sampleSource } from './sample-source.ts'

const reporter = { log() {}, count() {} }
const signal = new AbortController().signal

test('a metropolitan area, the same at every run', async () => {
  const { columns, rows } = await sampleSource.read(reporter, signal)
  expect(columns).toEqual(sheetColumns)
  expect(rows).toHaveLength(3_000)
  const valuesOf = (column: string) => {
    const position = columns.indexOf(column)
    return new Set(rows.map((row) => row[position]))
  }
  expect(valuesOf('Circuit').size).toBe(12)
  expect(valuesOf('Congregation').size).toBe(160)
  expect(valuesOf('Language').size).toBe(8)
  expect(valuesOf('Locust ID').size).toBe(3_000)
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  expect(digest.slice(0, 16)).toMatchInlineSnapshot(`"8491e8b1b741f80c"`)
})

test('every column is used, and every row can be imported without a warning', async () => {
  const { columns, rows } = await sampleSource.read(reporter, signal)
  for (const position of columns.keys()) expect(rows.some((row) => row[position] !== '')).toBe(true)
  const mapper = createRowMapper(matchHeader(columns))
  for (const row of rows)
    expect(mapRow(mapper, row)).toMatchObject({ kind: 'volunteer', warnings: [] })
})

test('contains no reachable address or phone number', async () => {
  const { columns, rows } = await sampleSource.read(reporter, signal)
  const phone = columns.indexOf('Mobile Phone')
  const email = columns.indexOf('Email Address')
  for (const row of rows) {
    expect(row[phone]).toMatch(/ 555-01\d\d$/)
    expect(row[email]).toMatch(/@example\.org$/)
  }
})
