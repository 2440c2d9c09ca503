import { beforeEach, expect, it, vi } from 'vitest'
import { areStepsOffered, firstSteps, openSteps, saveFirstSteps } from './first-steps.ts'

const nothing = { isSampleData: false, hasImport: false, hasReport: false, hasColleague: false }
const open = (facts: Partial<typeof nothing>) =>
  openSteps(firstSteps({ ...nothing, ...facts })).map(({ label }) => label)

it('leads to data first, and then to reports and colleagues, in any order', () => {
  expect(open({})).toEqual(['Your data or sample data', 'First sync'])
  expect(open({ hasColleague: true })).toEqual(['Your data or sample data', 'First sync'])
  expect(open({ hasImport: true })).toEqual(['First report', 'First colleague'])
  expect(open({ hasImport: true, hasColleague: true })).toEqual(['First report'])
  expect(open({ hasImport: true, hasReport: true, hasColleague: true })).toEqual([])
})

it('says whose data it is once there are some', () => {
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

it('is offered from the first look at an empty installation until it is put away', () => {
  const empty = { lastImport: null }
  const used = { lastImport: { timestamp: '2026-11-20T15:00:00.000Z' } }
  expect(areStepsOffered(used)).toBe(false)
  expect(areStepsOffered(empty)).toBe(true)
  saveFirstSteps('open')
  expect(areStepsOffered(used)).toBe(true)
  saveFirstSteps('away')
  expect(areStepsOffered(empty)).toBe(false)
})
