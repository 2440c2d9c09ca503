import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { allEndpoints, type NamedEndpoint } from './all-endpoints.ts'
import { type Endpoint, isBinary } from './endpoint.ts'

/** The calls whose payload the specification gives, except the login call, which takes any payload. */
const specified = [
  'updateProfile',
  'changePassword',
  'createUser',
  'updateUser',
  'setUserPassword',
  'startCircuitReport',
  'startCongregationReport',
  'downloadReports',
  'deleteReports',
  'setAutoSync',
  'updateBrandSettings',
  'requestLogoUpload',
  'confirmLogoUpload',
  'setLogoStatus',
]

/** Whether a schema refuses a key that it does not name, whatever else it misses. */
function refusesUnknownKeys(schema: z.ZodType): boolean {
  const { error } = schema.safeParse({ colour: 'red' })
  return error?.issues.some(({ code }) => code === 'unrecognized_keys') ?? false
}

const bodyOf = ({ body }: Endpoint) => (body && !isBinary(body) ? body : undefined)

/** What a query must have. */
const required: Readonly<Record<string, object>> = {
  copyVolunteerContacts: { of: 'addresses' },
  copyCallListContacts: { of: 'addresses' },
}

describe('unknown keys', () => {
  it('in a body are refused only where the specification gives the payload', () => {
    const strict = allEndpoints.filter((endpoint) => {
      const body = bodyOf(endpoint)
      return body && refusesUnknownKeys(body)
    })
    expect(strict.map(({ name }) => name).sort()).toEqual([...specified].sort())
  })

  it('in a query are ignored by every call', () => {
    const withQuery = allEndpoints.filter(({ query }) => query !== undefined)
    expect(withQuery.length).toBeGreaterThan(10)
    for (const { name, query } of withQuery) {
      const read = query?.safeParse({ ...required[name], colour: 'red' })
      expect([name, read?.error, read?.data]).toEqual([name, undefined, required[name] ?? {}])
    }
  })
})

describe('the limit of every list', () => {
  const lists = allEndpoints.filter(
    ({ name, query }) => query?.safeParse({ ...required[name], limit: 'none' }).success === false,
  )
  const limitRead = ({ name, query }: NamedEndpoint, limit: unknown) => {
    const read = query?.safeParse({ ...required[name], limit })
    return read?.success ? (read.data as { limit?: unknown }).limit : undefined
  }

  it('caps a larger number', () => {
    expect(lists.map(({ name }) => name)).toContain('listJobs')
    for (const list of lists) {
      const most = list.name === 'listJobs' ? 500 : 1_000
      for (const limit of [`${most}`, `${most + 1}`, '5001', '9'.repeat(40)]) {
        expect([list.name, limitRead(list, limit)]).toEqual([list.name, most])
      }
      expect(limitRead(list, '1')).toBe(1)
    }
  })

  it.each(['0', '-1', '1.5', '1e3', 'many', '', '5 ', ['1', '2']])('is refused as %j', (limit) => {
    for (const list of lists)
      expect([list.name, limitRead(list, limit)]).toEqual([list.name, undefined])
  })
})

describe('access tokens', () => {
  const callable = allEndpoints.filter(({ access }) => access !== 'public')
  const namesOf = (endpoints: readonly NamedEndpoint[]) => endpoints.map(({ name }) => name).sort()

  it('reach no call of signing in, and change no account', () => {
    const personal = callable.filter(
      ({ method, path }) =>
        path.startsWith('/api/auth/') ||
        path.includes('/tokens') ||
        (method !== 'GET' && path.startsWith('/api/users')) ||
        // The address to which links to set a password are sent.
        (method !== 'GET' && path === '/api/notices/choices'),
    )
    expect(personal.length).toBeGreaterThan(25)
    expect(namesOf(callable.filter(({ tokens }) => tokens === 'none'))).toEqual(namesOf(personal))
  })

  it('with read access make only GET calls, and the call that fetches several reports', () => {
    const others = callable.filter(({ method, tokens }) => method !== 'GET' && tokens === 'read')
    expect(namesOf(others)).toEqual(['downloadReports'])
  })
})
