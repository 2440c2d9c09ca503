import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { isBinary } from '@dashboard/contract/endpoint'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { specifiedAnswers, specifiedJob } from '../../test/specified-answers.ts'
import { completeAnswer } from './complete-answers.ts'

function endpointNamed(name: string) {
  const endpoint = allEndpoints.find((each) => each.name === name)
  if (!endpoint || isBinary(endpoint.answer)) throw new Error(`${name} answers no JSON`)
  return { ...endpoint, answer: endpoint.answer }
}

describe.each(Object.entries(specifiedAnswers))('%s', (name, answer) => {
  const endpoint = endpointNamed(name)

  it('is what the contract declares, where an answer has the fields of the specification only', () => {
    expect(endpoint.answer.parse(completeAnswer(endpoint, answer))).toMatchObject(answer)
  })

  it('preserves every existing field, whichever newer ones are missing', () => {
    const full = endpoint.answer.parse(completeAnswer(endpoint, answer)) as object
    const fields = Object.keys(flatten(full))
    fc.assert(
      fc.property(fc.subarray(fields), (missing) => {
        const given = without(full, answer, new Set(missing))
        const completed = completeAnswer(endpoint, given)
        endpoint.answer.parse(completed)
        expect(completed).toMatchObject(given)
      }),
    )
  })
})

/** Returns the names of all fields, at any depth. */
function flatten(value: unknown): Record<string, true> {
  if (Array.isArray(value)) return Object.assign({}, ...value.map(flatten))
  if (typeof value !== 'object' || value === null) return {}
  const nested = Object.values(value).map(flatten)
  return Object.assign(Object.fromEntries(Object.keys(value).map((key) => [key, true])), ...nested)
}

/** Returns `full` without those of the `missing` fields that `partial` lacks, too. */
function without(full: object, partial: object, missing: ReadonlySet<string>): object {
  if (Array.isArray(full)) {
    const partialItems = partial as readonly unknown[]
    return full.map((item, at) => {
      const partialItem = partialItems[at]
      return isObject(item) && isObject(partialItem) ? without(item, partialItem, missing) : item
    })
  }
  return Object.fromEntries(
    Object.entries(full)
      .filter(([key]) => key in partial || !missing.has(key))
      .map(([key, value]) => {
        const partialValue = (partial as Record<string, unknown>)[key]
        return [
          key,
          isObject(value) && isObject(partialValue) ? without(value, partialValue, missing) : value,
        ]
      }),
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

it('fields that may be empty may be missing', () => {
  const job = { id: 'job-1', type: 'export', status: 'queued', createdAt: '2026-11-20T12:00:00Z' }
  const endpoint = endpointNamed('listJobs')
  expect(endpoint.answer.parse(completeAnswer(endpoint, { jobs: [job] }))).toMatchObject({
    jobs: [{ ...job, target: null, targets: [], progress: 0, startedAt: null, error: null }],
  })
})

it('names of a job’s targets are read from its text where there is no list', () => {
  const endpoint = endpointNamed('getJob')
  expect(completeAnswer(endpoint, { job: specifiedJob })).toMatchObject({
    job: { targets: ['NY-1', 'NY-2'] },
  })
})

it('the last sync may lack newer fields, too', () => {
  const end = {
    type: 'import',
    jobId: 'job-1',
    status: 'completed',
    endedAt: '2026-11-20T12:00:00Z',
  }
  const endpoint = endpointNamed('getAutomationStatus')
  const given = { lastSync: [end, { type: 'export' }], outdatedReports: { circuits: ['NY-1'] } }
  expect(endpoint.answer.parse(completeAnswer(endpoint, given))).toMatchObject({
    lastSync: [{ ...end, startedBy: null, imported: null }],
    outdatedReports: { circuits: ['NY-1'], congregations: [] },
  })
})

it('call lists of an older server say that nobody has set how many people they want', () => {
  const list = {
    id: '1',
    kind: 'circuit',
    place: 'NY-1',
    day: '2026-11-28',
    timeSlot: 'Morning',
    createdBy: 'Ada Admin',
    createdAt: '2026-11-20T12:00:00Z',
    called: 1,
    yes: 1,
  }
  const added = { wanted: null, later: 0, notCalled: null, isPartial: false }
  const lists = endpointNamed('listCallLists')
  expect(lists.answer.parse(completeAnswer(lists, { callLists: [list] }))).toEqual({
    callLists: [{ ...list, ...added }],
  })
  const nobody = { people: [], total: 0 }
  const details = { list, isTrainingKnown: true, fitting: nobody, others: nobody, gone: [] }
  const one = endpointNamed('getCallList')
  expect(one.answer.parse(completeAnswer(one, details))).toEqual({
    ...details,
    list: { ...list, ...added },
  })
})

it('the zoom of a logo may be sent as text', () => {
  const brandSettings = { ...specifiedAnswers.getBrandSettings.brandSettings, logoZoom: '0.75' }
  expect(completeAnswer(endpointNamed('getBrandSettings'), { brandSettings })).toMatchObject({
    brandSettings: { logoZoom: 0.75 },
  })
})

it('other answers stay as they are', () => {
  const answer = { notices: [] }
  expect(completeAnswer(endpointNamed('listNotices'), answer)).toBe(answer)
})
