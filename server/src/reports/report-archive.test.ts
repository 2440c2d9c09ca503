import { expect, it } from 'vitest'
import { nameEntries, writeManifest } from './report-archive.ts'

const report = {
  id: '1',
  circuitId: 'NY-1',
  congregation: null,
  filename: 'Circuit NY-1.pdf',
  size: 1,
  format: 'pdf',
  generatedAt: '2026-11-20T15:00:00.000Z',
  downloadUrl: '',
  storageKey: '',
  dataAsOf: '2026-11-20T14:00:00.000Z',
  generatedBy: null,
  jobId: null,
  target: null,
  pages: null,
  volunteers: null,
  isOutdated: false,
}

function namesOf(reports: Partial<typeof report>[]): string[] {
  return nameEntries(reports.map((some) => ({ ...report, ...some }))).map((entry) => entry.name)
}

it('puts each report into the folder of its circuit', () => {
  expect(namesOf([{}, { circuitId: 'NJ 07, North', filename: 'East.pdf' }])).toEqual([
    'NY-1/Circuit NY-1.pdf',
    'NJ 07, North/East.pdf',
  ])
})

it('never gives two entries one name, also where case does not count', () => {
  expect(namesOf([{}, {}, { filename: 'CIRCUIT ny-1.pdf' }])).toEqual([
    'NY-1/Circuit NY-1.pdf',
    'NY-1/Circuit NY-1 (2).pdf',
    'NY-1/CIRCUIT ny-1 (3).pdf',
  ])
})

it('gives the newer of two versions the plain name, in whatever order they were selected', () => {
  const older = '2026-11-20T15:00:00.000Z'
  const newer = '2026-11-20T16:00:00.000Z'
  for (const picked of [
    [older, newer],
    [newer, older],
  ]) {
    const reports = picked.map((generatedAt) => ({ ...report, generatedAt }))
    const named = nameEntries(reports).map(({ report, name }) => [report.generatedAt, name])
    expect(named).toEqual([
      [newer, 'NY-1/Circuit NY-1.pdf'],
      [older, 'NY-1/Circuit NY-1 (2).pdf'],
    ])
  }
})

it.each([
  ['../../etc', 'etc'],
  ['a/b\\c:d', 'a-b-c-d'],
  ['CON', 'CON_'],
  ['東'.repeat(100), '東'.repeat(80)],
  ['...', 'Circuit'],
  ['NY-1.', 'NY-1'],
  ['NY-1 ', 'NY-1'],
  ['NY-1 . .', 'NY-1'],
  [' .NY-1', 'NY-1'],
  ['St. Paul', 'St. Paul'],
  ['x'.repeat(81), 'x'.repeat(80)],
  [`${'x'.repeat(78)}. North`, 'x'.repeat(78)],
])('makes a safe folder name from the circuit %j', (circuitId, folder) => {
  expect(namesOf([{ circuitId }])).toEqual([`${folder}/Circuit NY-1.pdf`])
})

it('lists file, circuit, congregation, generated at, data as of and whether it is out of date', () => {
  const named = nameEntries([{ ...report, circuitId: '=1+1', congregation: 'East;=1, "Old"' }])
  expect(writeManifest(named).split('\r\n')).toEqual([
    '\ufeffFile,Circuit,Congregation,Generated at,Data as of,Out of date',
    `'=1+1/Circuit NY-1.pdf,'=1+1,"East;'=1, ""Old""",${report.generatedAt},${report.dataAsOf},no`,
    '',
  ])
})
