import type { LocustMode } from '@dashboard/doubles/locust/locust-double'
import { describe, expect, test } from 'vitest'
import { readLocust, startDouble } from '../../test/locust.ts'
import { JobError } from '../job-errors.ts'

/** Returns the error of one read, and the lines that were logged before it. */
async function failure(mode: LocustMode, options: Parameters<typeof readLocust>[1] = {}) {
  const double = await startDouble({ mode })
  const limits = mode.kind.startsWith('hang') ? { answer: 400 } : {}
  const error = await readLocust(double.url, { ...limits, ...options }).catch(
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof JobError)) throw new Error(`a JobError is expected, not ${error}`)
  expect(error.kind).toBe('outside-system')
  const host = new URL(double.url).host
  const details = error.details?.replaceAll(host, 'HOST')
  return { message: error.message, details, requests: double.requests.length }
}

function unreachable(why: string) {
  return `Locust at HOST cannot be reached: ${why}. Check LOCUST_URL and that Locust is running, then run the export again.`
}

function refused(status: number) {
  return `Locust at HOST refused the credentials (${status}). Check LOCUST_TOKEN, or LOCUST_USERNAME and LOCUST_PASSWORD.`
}

function unreadable(why: string) {
  return `What Locust at HOST sent cannot be read, so the sheet was left as it was. ${why}`
}

const unfinished =
  'Locust at HOST did not finish its answer within 0.4 seconds. Check that Locust is working, then run the export again.'
const webPage =
  'Locust at HOST answered with a web page instead of data. Check LOCUST_URL and the credentials.'
const noVolunteers =
  'Locust sent no volunteers, so the sheet was left as it was. Check in Locust that there are volunteers and that this account may see them.'

const status = (code: number): LocustMode => ({ kind: 'status', status: code })
const csv = (body: string): LocustMode => ({ kind: 'answer', type: 'text/csv', body })
const json = (body: string): LocustMode => ({ kind: 'answer', type: 'application/json', body })

describe('every failure has its sentence', () => {
  test.each<[name: string, mode: LocustMode, requests: number, sentence: string]>([
    ['down', { kind: 'down' }, 0, unreachable('nothing answers at this address')],
    ['hanging', { kind: 'hang' }, 1, unfinished],
    ['hanging in the middle', { kind: 'hang-mid-body' }, 1, unfinished],
    ['breaking off', { kind: 'truncated' }, 3, unreachable('the connection was broken off')],
    ['401', status(401), 1, refused(401)],
    ['403', status(403), 1, refused(403)],
    ['404', status(404), 1, 'Locust at HOST has nothing at this address (404). Check LOCUST_URL.'],
    ['418', status(418), 1, 'Locust at HOST answered with 418instead of data. Check LOCUST_URL.'],
    [
      '429 for good',
      status(429),
      3,
      'Locust at HOST is too busy: it answered 3 times with 429. Run the export again later.',
    ],
    [
      '500 for good',
      status(500),
      3,
      'Locust at HOST failed 3 times with 500. Run the export again later, or tell whoever looks after Locust.',
    ],
    ['a web page', { kind: 'html' }, 1, webPage],
    ['a web page that says it is CSV', csv('\n<html>'), 1, webPage],
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
    ['no volunteers', { kind: 'no-rows' }, 1, noVolunteers],
    ['only titles', csv('First Name,Last Name,Circuit,Congregation\n'), 1, noVolunteers],
    ['broken JSON', json('[{"firstName":'), 1, unreadable('The JSON is not valid JSON.')],
    [
      'JSON without a list',
      json('{"error":"x"}'),
      1,
      unreadable('The JSON has no list of volunteers.'),
    ],
    [
      'broken CSV',
      csv('First Name,City\n"Ann,X\n'),
      1,
      unreadable('A quotation mark (") is missing or in the wrong place, in or after row 2.'),
    ],
    [
      'a missing column',
      csv('First Name,Last Name,Circuit\nA,B,C\n'),
      1,
      "The data from Locust has no column 'Congregation'. Add the column, then try again. The sheet was left as it was.",
    ],
    [
      'a redirect that goes nowhere',
      { kind: 'redirect', to: 'http://127.0.0.1:1/' },
      3,
      unreachable('the connection failed'),
    ],
  ])('%s', async (_, mode, requests, sentence) => {
    const { message, details, requests: asked } = await failure(mode)
    expect([details ?? message, asked]).toEqual([sentence, requests])
    expect(message).not.toMatch(/[A-Z]_[A-Z]|HOST|\d\d\d/)
  })

  test('wrong credentials', async () => {
    const credentials = { kind: 'bearer', token: 'wrong' } as const
    const { message, details } = await failure({ kind: 'ok' }, { credentials })
    expect(details).toMatch(/^Locust at HOST refused the credentials \(401\)/)
    expect(`${message} ${details}`).not.toContain('wrong')
  })

  test('its meaning comes first, with the number of tries', async () => {
    const meaning = async (mode: LocustMode) => (await failure(mode)).message
    expect(await meaning(status(503))).toBe(
      'Locust is not working right now. We tried 3 times. Run the sync again later.',
    )
    expect(await meaning({ kind: 'hang' })).toBe(
      'Locust is not working right now. Run the sync again later.',
    )
    expect(await meaning(status(401))).toMatch(/^Locust does not let the dashboard in\./)
  })
})
