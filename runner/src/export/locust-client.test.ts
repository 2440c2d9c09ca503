import { sheetColumns } from '@dashboard/contract/sheet-columns'
import { type LocustMode, locustLogin, locustToken } from '@dashboard/doubles/locust/locust-double'
import { describe, expect, test } from 'vitest'
import { failureOf } from '../../test/job-errors.ts'
import { readLocust, startDouble } from '../../test/locust.ts'

describe('data', () => {
  test.each(['csv', 'json', 'xlsx'] as const)('in %s gives the same rows', async (format) => {
    const double = await startDouble({ format, rows: 400 })
    const { table, counts } = await readLocust(double.url)
    expect(table.columns.slice(0, -1)).toEqual(sheetColumns)
    expect(table.columns.at(-1)?.toLowerCase().replace(' ', '')).toBe('shirtsize')
    expect(table.rows).toHaveLength(400)
    expect(counts.at(-1)).toBe(400)
    const expected = double.volunteers.map((volunteer) =>
      [...sheetColumns, 'Shirt Size'].map((column) => volunteer[column] ?? ''),
    )
    expect(table.rows).toEqual(expected)
  })

  test('is read with basic credentials, also when the address contains them', async () => {
    const double = await startDouble()
    await readLocust(double.url, { credentials: { kind: 'basic', ...locustLogin } })
    const url = new URL(double.url)
    url.username = locustLogin.username
    url.password = locustLogin.password
    const { table } = await readLocust(url.href, { credentials: { kind: 'none' } })
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
    const { table } = await readLocust(double.url)
    const [row] = table.rows
    expect(table.rows).toHaveLength(1)
    expect([1, 2, 7, 8].map((index) => row?.[index])).toEqual(['A', 'B', 'C', 'D'])
  })

  test('JSON values are converted to cells', async () => {
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
    const { table } = await readLocust(double.url)
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
    const { table, log } = await readLocust(double.url)
    expect(table.rows).toHaveLength(40)
    expect(log[0]).toMatch(line)
    expect(log).toHaveLength(double.requests.length - 1)
  })

  test('succeeds once Locust is up again', async () => {
    const double = await startDouble({ mode: { kind: 'down' } })
    setTimeout(() => void double.setMode({ kind: 'ok' }), 100)
    const { table, log } = await readLocust(double.url, { firstWaitMs: 200, maxWaitMs: 300 })
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
    await readLocust(double.url, { maxWaitMs: 3_000 })
    const [first, second] = double.requests
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(900)
  })

  test('never waits longer than the longest wait', async () => {
    const double = await startDouble({
      mode: { kind: 'status', status: 429, times: 1, retryAfter: '3600' },
    })
    const startedAt = performance.now()
    await readLocust(double.url)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})

test('a redirect to another host does not carry the credentials', async () => {
  const other = await startDouble()
  const double = await startDouble({ mode: { kind: 'redirect', to: other.url } })
  expect(await failureOf(readLocust(double.url))).toContain('refused the credentials (401)')
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
  const options = { signal: cancel.signal, maxWaitMs: 60_000 }
  await expect(readLocust(double.url, options)).rejects.toThrow('cancelled')
  expect(performance.now() - startedAt).toBeLessThan(1_500)
})
