import { login, logout, updateProfile } from '@dashboard/contract/accounts'
import { uploadLogo } from '@dashboard/contract/brand'
import type { Endpoint } from '@dashboard/contract/endpoint'
import { cancelJob, getJob, type Job, listJobs } from '@dashboard/contract/jobs'
import { sessionTokenKey } from '@dashboard/contract/limits'
import { downloadReport, downloadReports } from '@dashboard/contract/reports'
import { exportVolunteersCsv, exportVolunteersXlsx } from '@dashboard/contract/volunteer-exports'
import { beforeEach, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest'
import { serverNow } from '../format/server-clock.ts'
import { onSessionExpired } from '../session/session-token.ts'
import { ApiError } from './api-error.ts'
import { call, fileNameOf, readErrorAnswer, sendFile, sessionEndedMessage } from './call.ts'
import type { FileAnswer } from './call-input.ts'

let requests: { url: string; init: RequestInit }[]
let stored: Map<string, string>

/** Replaces the network: every request gets the response that `answer` returns. */
function network(answer: () => Response | Promise<Response>) {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return Promise.resolve().then(answer)
  })
}

function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return () => Response.json(body, { status, headers })
}

function sentHeaders(): Record<string, string> {
  return requests[0]?.init.headers as Record<string, string>
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

beforeEach(() => {
  requests = []
  stored = new Map()
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('location', { pathname: '/dashboard/monitor' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

describe('the request', () => {
  it('says that nobody watches jobs, on a hidden page and on a page without jobs', async () => {
    network(json(200, { jobs: [] }))
    const said = async () => {
      requests = []
      await call(listJobs)
      return sentHeaders()['page-hidden']
    }
    expect(await said()).toBeUndefined()
    vi.stubGlobal('document', { hidden: true })
    expect(await said()).toBe('1')
    vi.stubGlobal('document', { hidden: false })
    vi.stubGlobal('location', { pathname: '/profile' })
    expect(await said()).toBe('1')
    vi.stubGlobal('location', { pathname: '/dashboard/sync/imports/a' })
    expect(await said()).toBeUndefined()
  })

  it('fills in path and query, with cookies, without a body or its type', async () => {
    network(json(200, { jobs: [] }))
    await call(listJobs, { query: { limit: '100' } })
    await call(getJob, { params: { id: 'a/b' } })
    expect(requests.map((request) => request.url)).toEqual([
      '/api/jobs?limit=100',
      '/api/jobs/a%2Fb',
    ])
    expect(requests[0]?.init).toMatchObject({ method: 'GET', credentials: 'include', headers: {} })
    expect(requests[0]?.init.body).toBeUndefined()
  })

  it('sends JSON with its type, and the bearer token when there is one', async () => {
    network(json(200, { token: 't', message: 'm' }))
    stored.set(sessionTokenKey, 'abc')
    const body = { firstName: 'A', lastName: 'B', username: 'c' }
    await call(updateProfile, { body })
    expect(sentHeaders()).toEqual({
      authorization: 'Bearer abc',
      'content-type': 'application/json',
    })
    expect(requests[0]?.init.body).toBe(JSON.stringify(body))
  })

  it('sends a file as it is', async () => {
    network(json(200, { message: 'm' }))
    const body = new Blob(['x'], { type: 'image/png' })
    await call(uploadLogo, { params: { ticket: 't' }, body })
    expect(sentHeaders()).toEqual({ 'content-type': 'image/png' })
    expect(requests[0]?.init.body).toBe(body)
  })

  it('sends an upload without token and cookies, and a refusal ends no session', async () => {
    network(json(403, { message: 'The address has expired' }))
    stored.set(sessionTokenKey, 'abc')
    const file = new File(['x'], 'logo.png', { type: 'image/png' })
    const error = await failureOf(sendFile('http://storage/x', file))
    expect(error).toMatchObject({ status: 403, message: 'The address has expired' })
    expect(sentHeaders()).toEqual({ 'content-type': 'image/png' })
    expect(requests[0]?.init.credentials).toBeUndefined()
    expect(stored.get(sessionTokenKey)).toBe('abc')
  })
})

describe('the answer', () => {
  it('is typed by the contract', () => {
    expectTypeOf(call<typeof listJobs>).returns.resolves.toEqualTypeOf<{
      jobs: Job[]
      nextCursor: string | null
    }>()
    expectTypeOf(call<typeof downloadReport>).returns.resolves.toEqualTypeOf<FileAnswer>()
    expectTypeOf(call<typeof listJobs>).toBeCallableWith(listJobs)
    expectTypeOf(call<typeof cancelJob>).toBeCallableWith(cancelJob, { params: { id: '1' } })
    expectTypeOf(call<typeof cancelJob>).parameters.not.toExtend<[typeof cancelJob]>()
  })

  it('gives a file its name', async () => {
    network(
      () =>
        new Response('%PDF', {
          headers: {
            'content-type': 'application/pdf',
            'content-disposition': `attachment; filename="x.pdf"; filename*=UTF-8''NJ%2007.pdf`,
          },
        }),
    )
    const file = await call(downloadReport, { params: { id: '1' } })
    expect(file.fileName).toBe('NJ 07.pdf')
    expect(await file.blob.text()).toBe('%PDF')
  })

  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  it.each([
    [downloadReport, 'application/pdf', '%PDF-1.7', true],
    [downloadReport, 'text/html; charset=utf-8', '<html>Sign in', false],
    [downloadReport, 'application/pdf', '<html>Sign in', false],
    [downloadReport, 'application/pdf', '', false],
    [downloadReports, 'application/zip', 'PK\u0003\u0004', true],
    [downloadReports, 'text/html', 'PK', false],
    [downloadReports, 'application/zip', '<html>', false],
    [exportVolunteersCsv, 'text/csv; charset=utf-8', '\uFEFFName', true],
    [exportVolunteersCsv, 'text/html', '<html>', false],
    [exportVolunteersXlsx, xlsx, 'PK\u0003\u0004', true],
    [exportVolunteersXlsx, xlsx, '<html>', false],
  ])(
    '%# is accepted as a file by its type and its first bytes',
    async (endpoint, type, body, isFile) => {
      network(() => new Response(body, { headers: { 'content-type': type } }))
      const answered = (call as (of: Endpoint, input: object) => Promise<unknown>)(endpoint, {
        params: { id: '1' },
      })
      if (isFile) expect(await answered).toHaveProperty('blob')
      else {
        expect(await failureOf(answered)).toMatchObject({
          isOnlyCause: true,
          message: 'A web page arrived instead of the file. Your network may want you to sign in.',
        })
      }
    },
  )

  it('corrects the clock by the Date header', async () => {
    network(json(200, { jobs: [] }, { date: 'Fri, 20 Nov 2026 12:00:00 GMT' }))
    await call(listJobs)
    expect(serverNow()).toBeGreaterThanOrEqual(Date.parse('2026-11-20T12:00:00Z'))
    expect(serverNow()).toBeLessThan(Date.parse('2026-11-20T12:00:10Z'))
  })

  it('that is not JSON has its own sentence', async () => {
    network(() => new Response('<html>'))
    expect((await failureOf(call(listJobs))).message).toContain('cannot be read')
  })
})

describe('failures', () => {
  it.each([
    [json(409, { message: 'Job has ended' }), 'Job has ended', false],
    [() => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }), 'Bad Gateway', true],
    [() => Response.json({}, { status: 500, statusText: 'Oops' }), 'Oops', true],
  ])(
    '%# show the message, else the status text as the cause',
    async (answer, message, isOnlyCause) => {
      network(answer)
      expect(await failureOf(call(listJobs))).toMatchObject({ message, isOnlyCause })
    },
  )

  it('carry the issues of a failed validation', async () => {
    const issues = [{ path: 'username', message: 'Username is required' }]
    network(json(400, { message: 'Username is required', issues }))
    expect((await failureOf(call(listJobs))).issues).toEqual(issues)
  })

  it('without an answer have status 0 and a sentence', async () => {
    network(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failureOf(call(listJobs))
    expect(error).toMatchObject({ status: 0, isOnlyCause: true })
    expect(error.message).toContain('cannot be reached')
  })

  it('say that the device has no connection when it is off line', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    network(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failureOf(call(listJobs))
    expect(error).toMatchObject({ status: 0, message: 'This device has no connection.' })
  })

  it('are passed on unchanged when the call was aborted', async () => {
    const reason = new Error('left the page')
    const controller = new AbortController()
    network(() => {
      controller.abort(reason)
      throw reason
    })
    await expect(call(listJobs, { signal: controller.signal })).rejects.toBe(reason)
  })
})

describe('the end of a session', () => {
  it.each([401, 403])(
    'follows %i: token removed, reported once, however many calls fail',
    async (status) => {
      stored.set(sessionTokenKey, 'abc')
      network(json(status, { message: 'No session' }))
      const onExpired = vi.fn()
      const stop = onSessionExpired(onExpired)
      const errors = await Promise.all(Array.from({ length: 10 }, () => failureOf(call(listJobs))))
      stop()
      expect(onExpired).toHaveBeenCalledTimes(1)
      expect(stored.has(sessionTokenKey)).toBe(false)
      for (const error of errors) {
        expect(error).toMatchObject({ message: sessionEndedMessage, sessionEnded: true, status })
      }
    },
  )

  it('does not follow a refused login', async () => {
    stored.set(sessionTokenKey, 'abc')
    network(json(401, { message: 'Invalid username or password' }))
    const error = await failureOf(call(login, { body: { username: 'a', password: 'b' } }))
    expect(error).toMatchObject({ message: 'Invalid username or password', sessionEnded: false })
    expect(stored.get(sessionTokenKey)).toBe('abc')
  })

  it('follows a 401 to logging out, too', async () => {
    stored.set(sessionTokenKey, 'abc')
    network(json(401, {}))
    expect((await failureOf(call(logout))).sessionEnded).toBe(true)
    expect(stored.has(sessionTokenKey)).toBe(false)
  })

  it('of an old token leaves the new one in place', async () => {
    stored.set(sessionTokenKey, 'old')
    network(() => {
      stored.set(sessionTokenKey, 'new')
      return Response.json({}, { status: 401 })
    })
    const onExpired = vi.fn()
    const stop = onSessionExpired(onExpired)
    await failureOf(call(listJobs))
    stop()
    expect(stored.get(sessionTokenKey)).toBe('new')
    expect(onExpired).not.toHaveBeenCalled()
  })
})

describe('a call', () => {
  it.each([
    [503, { 'retry-after': '1' }],
    [503, { 'retry-after': '5' }],
    [503, {}],
    [429, { 'retry-after': '1' }],
    [500, {}],
  ])('that is answered %i with %o is not sent again', async (status, headers) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    network(json(status, { message: 'No.' }, headers))
    const failed = Promise.all([
      failureOf(call(listJobs)),
      failureOf(call(cancelJob, { params: { id: 'a' } })),
    ])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await failed).toMatchObject([{ status, message: 'No.' }, { status }])
    expect(requests).toHaveLength(2)
  })
})

const issue = { path: 'username', message: 'Username is required' }

it.each<unknown>([
  { message: 'No' },
  { message: 'No', issues: [issue, issue] },
  { message: 'No', reason: 'sign-in-not-recent' },
])('reads the refusal %o', (body) => {
  expect(readErrorAnswer(body)).toEqual(body)
})

it('shows the sentence of a refusal whose reason this page does not know', () => {
  expect(readErrorAnswer({ message: 'No', reason: 'too-late' })).toEqual({ message: 'No' })
})

it.each<unknown>([
  undefined,
  null,
  'No',
  ['No'],
  { issues: [issue] },
  { message: 5 },
  { message: 'No', issues: ['username'] },
])('does not mistake %o for a refusal of the API', (body) => {
  expect(readErrorAnswer(body)).toBeUndefined()
})

it.each([
  [null, undefined],
  ['inline', undefined],
  ['attachment; filename=plain.pdf', 'plain.pdf'],
  ['attachment; filename="NJ 07, North.pdf"', 'NJ 07, North.pdf'],
  ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'%E4%B8%AD.pdf', '中.pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'%E4%B', 'x.pdf'],
])('%s names %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})
