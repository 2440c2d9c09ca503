import { expect, it } from 'vitest'
import { countText, localEntries } from './find-entries.ts'

const circuits = Array.from({ length: 12 }, (_, index) => `NY-${index + 1}`)
const congregations = ['Ávila Park', 'Łódź', 'St. Mary’s', 'Hill (NY-1)', 'Hill (NY-2)', 'Восток']
const lookups = {
  circuits,
  congregations,
  circuitCongregationMap: { 'NY-1': ['Hill (NY-1)'], 'NY-2': ['Hill (NY-2)'] },
}

const labels = (text: string, isAdmin = false, isLimited = false) =>
  localEntries(text, { lookups, help: [], isAdmin, isLimited }).entries.map(({ label }) => label)

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
  ['lodz', ['Łódź']],
  ["mary's", ['St. Mary’s']],
  ['восток', ['Восток']],
  ['hill', ['Hill (NY-1)', 'Hill (NY-2)']],
  ['zzz', []],
])('finds by the beginnings of words: %s', (text, found) => {
  expect(labels(text)).toEqual(found)
})

it('puts the exact name first, and lists few of each kind', () => {
  expect(labels('ny-1').filter((label) => label.startsWith('Circuit'))).toEqual([
    ...['Circuit NY-1', 'Circuit NY-10', 'Circuit NY-11', 'Circuit NY-12'],
  ])
  expect(labels('ny')).toHaveLength(4 + 2 + 4)
})

it('offers the pages of administrators only to them', () => {
  expect(labels('audit')).toEqual([])
  expect(labels('audit', true)).toEqual(['Audit Log'])
})

it('offers no sync to a user limited to circuits', () => {
  expect(labels('sync', false, true)).toEqual(['Locust Sync'])
  expect(labels('import')).toEqual(['Import history'])
  expect(labels('import', false, true)).toEqual(['Import history'])
})

it('has every page of the sidebar and the settings, and the sheet for those who may read it', () => {
  expect(labels('fill a cart', false, true)).toEqual(['Fill a Cart'])
  expect(labels('system')).toEqual([])
  expect(labels('system', true)).toEqual(['System'])
  expect(labels('columns')).toEqual(['Columns'])
  expect(labels('columns', false, true)).toEqual([])
})

it('leads to the page of a congregation and the reports of a circuit', () => {
  const [hill] = localEntries('hill', {
    lookups,
    help: [],
    isAdmin: false,
    isLimited: false,
  }).entries
  expect(hill?.target).toEqual({
    href: '/dashboard/circuits/NY-1/congregations/Hill%20(NY-1)',
  })
  const who = { lookups, help: [], isAdmin: false, isLimited: false }
  const [reports] = localEntries('reports of ny-5', who).entries
  expect(reports?.target).toEqual({ href: '/dashboard/reports?q=NY-5' })
})

it('counts all matches, including those not shown', () => {
  const who = { lookups, help: [], isAdmin: false, isLimited: false }
  expect(localEntries('ny', who).total).toBe(12 + 2 + 12)
  expect(localEntries('', who).total).toBe(localEntries('', who).entries.length)
  expect(countText(1_506, 6)).toBe('1,506 found, 6 shown')
  expect(countText(6, 6)).toBe('6 results')
  expect(countText(1, 1)).toBe('1 result')
  expect(countText(0, 0)).toBe('Nothing found')
})

it('lists questions of the help last, found by any of their words, with links to their pages', () => {
  const topic = {
    title: 'Reports',
    purpose: 'Makes PDFs.',
    questions: [
      { question: 'How do I make reports?', answer: 'Tick circuits.' },
      { question: 'How long are they kept?', answer: 'Five versions.' },
    ],
  }
  const who = { lookups, help: [topic], isAdmin: false, isLimited: false }
  expect(localEntries('reports', who).entries.map(({ label }) => label)).toEqual([
    ...['Reports', 'Reports of NY-1', 'Reports of NY-2', 'Reports of NY-3', 'Reports of NY-4'],
    ...['How do I make reports?', 'How long are they kept?'],
  ])
  const [found] = localEntries('versions', who).entries
  expect(found).toMatchObject({ kind: 'Help', detail: 'Reports', target: { help: 'Reports' } })
  expect(localEntries('', who).entries.filter(({ kind }) => kind === 'Help')).toEqual([])
})
