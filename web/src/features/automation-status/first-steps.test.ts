import { beforeEach, expect, it, vi } from 'vitest'
import { areStepsOffered, firstSteps, openSteps, saveFirstSteps } from './first-steps.ts'

const nothing = { isSampleData: false, hasImport: false, hasReport: false, hasColleague: false }
const begun = (facts: Partial<typeof nothing>) =>
  openSteps(firstSteps({ ...nothing, ...facts }))
    .filter(({ href }) => href !== undefined)
    .map(({ label }) => label)

it('offers each step that can begin, and says why a report cannot', () => {
  const data = ['Choose your data or sample data', 'Run the first sync']
  expect(begun({})).toEqual([...data, 'Add a colleague'])
  expect(begun({ hasColleague: true })).toEqual(data)
  expect(begun({ hasImport: true })).toEqual(['Make the first report', 'Add a colleague'])
  expect(begun({ hasImport: true, hasColleague: true })).toEqual(['Make the first report'])
  expect(begun({ hasImport: true, hasReport: true, hasColleague: true })).toEqual([])
  expect(firstSteps(nothing)[2]).toMatchObject({
    hint: 'Possible after the first sync.',
    href: undefined,
  })
})

it('says whether the volunteers are sample data or your own, once there are any', () => {
  const hint = (facts: Partial<typeof nothing>) => firstSteps({ ...nothing, ...facts })[0]?.hint
  expect(hint({})).toMatch(/^A sync imports yours from Locust, or sample data/)
  expect(hint({ hasImport: true, isSampleData: true })).toMatch(/^Sample data/)
  expect(hint({ hasImport: true })).toBe('Your own volunteers are here.')
})

const storage = new Map<string, string>()
beforeEach(() => {
  storage.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
})

it('is offered from the first visit to an empty installation until it is dismissed', () => {
  const empty = { lastImport: null }
  const used = { lastImport: { timestamp: '2026-11-20T15:00:00.000Z' } }
  expect(areStepsOffered(used)).toBe(false)
  expect(areStepsOffered(empty)).toBe(true)
  saveFirstSteps('open')
  expect(areStepsOffered(used)).toBe(true)
  saveFirstSteps('away')
  expect(areStepsOffered(empty)).toBe(false)
})
