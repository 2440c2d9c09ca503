import {
  type LocustMode,
  locustLogin,
  locustToken,
  startLocustDouble,
} from '@dashboard/e2e/doubles/locust-double'
import type { LocustSettings } from '@dashboard/store/settings'
import { describe, expect, onTestFinished, test } from 'vitest'
import { JobError } from '../job-errors.ts'
import { sheetColumns } from '../spreadsheets/sheet-columns.ts'
import { type LocustLimits, openLocust } from './locust-client.ts'
import type { VolunteerTable } from './volunteer-source.ts'

const bearer = { kind: 'bearer', token: locustToken } as const
const limits: LocustLimits = {
  firstByte: 400,
  idle: 300,
  overall: 5_000,
  tries: 3,
  firstWait: 10,
  longestWait: 100,
}

async function startDouble(options: Parameters<typeof startLocustDouble>[0] = {}) {
  const double = await startLocustDouble({ rows: 40, ...options })
  onTestFinished(double.close)
  return double
}

interface Reading {
  table: VolunteerTable
  log: string[]
  counts: number[]
}

async function read(
  url: string,
  {
    credentials = bearer,
    signal = new AbortController().signal,
    ...shorter
  }: Partial<LocustLimits> & {
    credentials?: LocustSettings['credentials']
    signal?: AbortSignal
  } = {},
): Promise<Reading> {
  const log: string[] = []
  const counts: number[] = []
  const source = openLocust({ url, credentials }, { ...limits, ...shorter })
  const notes = {
    log: (line: string) => void log.push(line),
    count: (n: number) => void counts.push(n),
  }
  return { table: await source.read(notes, signal), log, counts }
}

/** The failure of one reading, and what was logged on the way. */
async function failure(mode: LocustMode, options: Parameters<typeof read>[1] = {}) {
  const double = await startDouble({ mode })
  const error = await read(double.url, options).catch((thrown: unknown) => thrown)
  if (!(error instanceof JobError)) throw new Error(`a JobError is expected, not ${error}`)
  expect(error.kind).toBe('outside-system')
  const host = new URL(double.url).host
  return { message: error.message.replaceAll(host, 'HOST'), requests: double.requests.length }
}

describe('data', () => {
  test.each(['csv', 'json', 'xlsx'] as const)('in %s come out the same', async (format) => {
    const double = await startDouble({ format, rows: 400 })
    const { table, counts } = await read(double.url)
    expect(table.columns.slice(0, -1)).toEqual(sheetColumns)
    expect(table.columns.at(-1)?.toLowerCase().replace(' ', '')).toBe('shirtsize')
    expect(table.rows).toHaveLength(400)
    expect(counts.at(-1)).toBe(400)
    const expected = double.volunteers.map((volunteer) =>
      [...sheetColumns, 'Shirt Size'].map((column) => volunteer[column] ?? ''),
    )
    expect(table.rows).toEqual(expected)
  })

  test('with basic credentials, also when they stand in the address', async () => {
    const double = await startDouble()
    await read(double.url, { credentials: { kind: 'basic', ...locustLogin } })
    const url = new URL(double.url)
    url.username = locustLogin.username
    url.password = locustLogin.password
    const { table } = await read(url.href, { credentials: { kind: 'none' } })
    expect(table.rows).toHaveLength(40)
  })

  test.each([
    ['text/plain', 'first name,last name,circuit,congregation\nA,B,C,D\n'],
    [
      'application/octet-stream',
      '[{"firstName":"A","lastName":"B","circuit":"C","congregation":"D"}]',
    ],
    [
      'application/json; charset=utf-8',
      '\uFEFF{"data":[{"first_name":"A","last_name":"B","circuit":"C","congregation":"D"},{}]}',
    ],
    ['text/csv', 'Volunteers\n\nFirst Name;Last Name;Circuit;Congregation\nA;B;C;D\n;;;\n'],
  ])('of the type %s', async (type, body) => {
    const double = await startDouble({ mode: { kind: 'answer', type, body } })
    const { table } = await read(double.url)
    const [row] = table.rows
    expect(table.rows).toHaveLength(1)
    expect([1, 2, 7, 8].map((index) => row?.[index])).toEqual(['A', 'B', 'C', 'D'])
  })

  test('JSON values become cells', async () => {
    const record = {
      firstName: 'A',
      lastName: 'B',
      circuit: 'C',
      congregation: 'D',
      trained: true,
      available: false,
      zone: null,
      maxShiftsPerWeek: 3,
      tags: ['x', 'y'],
      cartLocations: [{ name: 'Pier 4', category: 'Harbour' }, { name: 'Main St' }],
      extra: { deep: 1 },
    }
    const body = JSON.stringify([record])
    const double = await startDouble({ mode: { kind: 'answer', type: 'application/json', body } })
    const { table } = await read(double.url)
    const cells = Object.fromEntries(
      table.columns.map((column, at) => [column, table.rows[0]?.[at]]),
    )
    expect(cells).toMatchObject({
      Trained: 'yes',
      Available: 'no',
      Zone: '',
      'Max Shifts Per Week': '3',
      Tags: 'x; y',
      'Cart Locations': 'Pier 4 (Harbour); Main St',
      extra: '{"deep":1}',
    })
  })
})

describe('trying again', () => {
  test.each<[string, LocustMode, RegExp]>([
    [
      '429',
      { kind: 'status', status: 429, times: 2 },
      /^Locust answered with 429\. Trying again in .* s \(try 2 of 3\)\.$/,
    ],
    ['503', { kind: 'status', status: 503, times: 1 }, /^Locust answered with 503\. Trying again/],
    [
      'a broken connection',
      { kind: 'truncated', times: 1 },
      /^Locust cannot be reached: the connection was broken off\. Trying again/,
    ],
  ])('after %s, and says so', async (_, mode, line) => {
    const double = await startDouble({ mode })
    const { table, log } = await read(double.url)
    expect(table.rows).toHaveLength(40)
    expect(log[0]).toMatch(line)
    expect(log).toHaveLength(double.requests.length - 1)
  })

  test('once it is up again', async () => {
    const double = await startDouble({ mode: { kind: 'down' } })
    setTimeout(() => void double.behave({ kind: 'ok' }), 100)
    const { table, log } = await read(double.url, { firstWait: 200, longestWait: 300 })
    expect(table.rows).toHaveLength(40)
    expect(log[0]).toContain('nothing answers at this address')
  })

  test.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 2_000).toUTCString()],
  ])('waits as long as Retry-After says, in %s', async (_, retryAfter) => {
    const double = await startDouble({
      mode: { kind: 'status', status: 429, times: 1, retryAfter: retryAfter() },
    })
    await read(double.url, { longestWait: 3_000 })
    const [first, second] = double.requests
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(900)
  })

  test('but never longer than the longest wait', async () => {
    const double = await startDouble({
      mode: { kind: 'status', status: 429, times: 1, retryAfter: '3600' },
    })
    const startedAt = performance.now()
    await read(double.url)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})

describe('failing with a sentence', () => {
  test.each<[string, LocustMode, number, string]>([
    [
      'down',
      { kind: 'down' },
      0,
      'Locust at HOST cannot be reached: nothing answers at this address. Check LOCUST_URL and that Locust is running, then run the export again.',
    ],
    [
      'hanging',
      { kind: 'hang' },
      1,
      'Locust at HOST did not answer within 0.4 seconds. Check that Locust is well, then run the export again.',
    ],
    [
      'hanging in the middle',
      { kind: 'hang-mid-body' },
      1,
      'Locust at HOST stopped sending for 0.3 seconds in the middle of its answer. Run the export again.',
    ],
    [
      'breaking off',
      { kind: 'truncated' },
      3,
      'Locust at HOST cannot be reached: the connection was broken off. Check LOCUST_URL and that Locust is running, then run the export again.',
    ],
    [
      '401',
      { kind: 'status', status: 401 },
      1,
      'Locust at HOST refused the credentials (401). Check LOCUST_TOKEN, or LOCUST_USERNAME and LOCUST_PASSWORD.',
    ],
    [
      '403',
      { kind: 'status', status: 403 },
      1,
      'Locust at HOST refused the credentials (403). Check LOCUST_TOKEN, or LOCUST_USERNAME and LOCUST_PASSWORD.',
    ],
    [
      '404',
      { kind: 'status', status: 404 },
      1,
      'Locust at HOST has nothing at this address (404). Check LOCUST_URL.',
    ],
    [
      '418',
      { kind: 'status', status: 418 },
      1,
      'Locust at HOST answered with 418, which is no data. Check LOCUST_URL.',
    ],
    [
      '429 for good',
      { kind: 'status', status: 429 },
      3,
      'Locust at HOST is too busy: it answered 3 times with 429. Run the export again later.',
    ],
    [
      '500 for good',
      { kind: 'status', status: 500 },
      3,
      'Locust at HOST failed 3 times with 500. Run the export again later, or tell whoever looks after Locust.',
    ],
    [
      'a web page',
      { kind: 'html' },
      1,
      'Locust at HOST answered with a web page instead of data. Check LOCUST_URL and the credentials.',
    ],
    [
      'a web page that says it is CSV',
      { kind: 'answer', type: 'text/csv', body: '\n<html>' },
      1,
      'Locust at HOST answered with a web page instead of data. Check LOCUST_URL and the credentials.',
    ],
    [
      'another type',
      { kind: 'answer', type: 'image/png', body: '\x89PNG' },
      1,
      'Locust at HOST answered with image/png, but CSV, JSON or XLSX is expected. Check LOCUST_URL.',
    ],
    [
      'an empty body',
      { kind: 'empty' },
      1,
      'Locust at HOST answered without any data, so the sheet was left as it was. Check LOCUST_URL, then run the export again.',
    ],
    [
      'no volunteers',
      { kind: 'no-rows' },
      1,
      'Locust sent no volunteers, so the sheet was left as it was. Check in Locust that there are volunteers and that this account may see them.',
    ],
    [
      'only titles',
      { kind: 'answer', type: 'text/csv', body: 'First Name,Last Name,Circuit,Congregation\n' },
      1,
      'Locust sent no volunteers, so the sheet was left as it was. Check in Locust that there are volunteers and that this account may see them.',
    ],
    [
      'broken JSON',
      { kind: 'answer', type: 'application/json', body: '[{"firstName":' },
      1,
      'What Locust at HOST sent cannot be read, so the sheet was left as it was. The JSON is no valid JSON.',
    ],
    [
      'JSON without a list',
      { kind: 'answer', type: 'application/json', body: '{"error":"x"}' },
      1,
      'What Locust at HOST sent cannot be read, so the sheet was left as it was. The JSON holds no list of volunteers.',
    ],
    [
      'broken CSV',
      { kind: 'answer', type: 'text/csv', body: 'First Name,City\n"Ann,X\n' },
      1,
      'What Locust at HOST sent cannot be read, so the sheet was left as it was. A quotation mark (") stands in a wrong place or is missing, in or after row 2.',
    ],
    [
      'a missing column',
      { kind: 'answer', type: 'text/csv', body: 'First Name,Last Name,Circuit\nA,B,C\n' },
      1,
      "The data from Locust has no column 'Congregation'. Add the column, then try again. The sheet was left as it was.",
    ],
    [
      'a redirect that goes nowhere',
      { kind: 'redirect', to: 'http://127.0.0.1:1/' },
      3,
      'Locust at HOST cannot be reached: the connection failed. Check LOCUST_URL and that Locust is running, then run the export again.',
    ],
  ])('%s', async (_, mode, requests, message) => {
    expect(await failure(mode)).toEqual({ message, requests })
  })

  test('wrong credentials', async () => {
    const credentials = { kind: 'bearer', token: 'wrong' } as const
    const { message } = await failure({ kind: 'ok' }, { credentials })
    expect(message).toMatch(/^Locust at HOST refused the credentials \(401\)/)
    expect(message).not.toContain('wrong')
  })

  test('never ending', async () => {
    const { message } = await failure(
      { kind: 'status', status: 503 },
      { tries: 1_000, longestWait: 20, overall: 300 },
    )
    expect(message).toBe(
      'Locust at HOST did not finish within 0.3 seconds. Run the export again later.',
    )
  })
})

test('a redirect to another host does not carry the credentials', async () => {
  const other = await startDouble()
  const double = await startDouble({ mode: { kind: 'redirect', to: other.url } })
  await expect(read(double.url)).rejects.toThrow('refused the credentials (401)')
  expect(double.requests[0]?.authorization).toBe(`Bearer ${locustToken}`)
  expect(other.requests.map(({ authorization }) => authorization)).toEqual([undefined])
})

test.each<[string, LocustMode]>([
  ['an answer', { kind: 'hang' }],
  ['the rest of an answer', { kind: 'hang-mid-body' }],
  ['the next try', { kind: 'status', status: 429, retryAfter: '60' }],
])('a cancel ends the wait for %s at once', async (_, mode) => {
  const double = await startDouble({ mode })
  const cancel = new AbortController()
  setTimeout(() => cancel.abort(new Error('cancelled')), 150)
  const startedAt = performance.now()
  const options = {
    signal: cancel.signal,
    firstByte: 60_000,
    idle: 60_000,
    longestWait: 60_000,
    overall: 60_000,
  }
  await expect(read(double.url, options)).rejects.toThrow('cancelled')
  expect(performance.now() - startedAt).toBeLessThan(1_500)
})
