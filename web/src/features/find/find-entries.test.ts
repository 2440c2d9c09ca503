import { expect, it } from 'vitest'
import { localEntries } from './find-entries.ts'

const circuits = Array.from({ length: 12 }, (_, index) => `NY-${index + 1}`)
const congregations = ['Ávila Park', 'Hill (NY-1)', 'Hill (NY-2)', 'Восток']
const lookups = {
  circuits,
  congregations,
  circuitCongregationMap: { 'NY-1': ['Hill (NY-1)'], 'NY-2': ['Hill (NY-2)'] },
}

const labels = (text: string, isAdmin = false, isLimited = false) =>
  localEntries(text, { lookups, isAdmin, isLimited }).map(({ label }) => label)

it('offers pages and actions before anything is typed', () => {
  expect(labels('').slice(0, 2)).toEqual(['Dashboard', 'Locust Sync'])
  expect(labels('')).toContain('Run sync')
  expect(labels('')).not.toContain('Circuit NY-1')
})

it.each([
  ['run', ['Run sync']],
  ['SYNC', ['Locust Sync', 'Run sync']],
  ['ny-5', ['Circuit NY-5', 'Reports of NY-5']],
  ['circuit ny-5', ['Circuit NY-5']],
  ['reports of ny-5', ['Reports of NY-5']],
  ['avila', ['Ávila Park']],
  ['восток', ['Восток']],
  ['hill', ['Hill (NY-1)', 'Hill (NY-2)']],
  ['zzz', []],
])('finds by the beginnings of words: %s', (text, found) => {
  expect(labels(text)).toEqual(found)
})

it('has the exact name first, and few of one kind', () => {
  expect(labels('ny-1').filter((label) => label.startsWith('Circuit'))).toEqual([
    ...['Circuit NY-1', 'Circuit NY-10', 'Circuit NY-11', 'Circuit NY-12'],
  ])
  expect(labels('ny')).toHaveLength(4 + 2 + 4)
})

it('has the pages of administrators for them alone', () => {
  expect(labels('audit')).toEqual([])
  expect(labels('audit', true)).toEqual(['Audit Log'])
})

it('runs no sync for who looks after some circuits only', () => {
  expect(labels('sync', false, true)).toEqual(['Locust Sync'])
  expect(labels('import')).toEqual(['Import history'])
  expect(labels('import', false, true)).toEqual(['Import history'])
})

it('leads to the page of a congregation and the reports of a circuit', () => {
  const [hill] = localEntries('hill', { lookups, isAdmin: false, isLimited: false })
  expect(hill?.target).toEqual({
    href: '/dashboard/circuits/NY-1/congregations/Hill%20(NY-1)',
  })
  const [reports] = localEntries('reports of ny-5', { lookups, isAdmin: false, isLimited: false })
  expect(reports?.target).toEqual({ href: '/dashboard/reports?q=NY-5' })
})
