import { sheetColumns } from '@dashboard/contract/sheet-columns'
import { makeDoubleVolunteers } from '@dashboard/doubles/locust/locust-volunteers'
import { sampleSource } from '../src/export/sample-source.ts'
import { createRowMapper } from '../src/import/reading/row-mapping.ts'
import { nameOrder } from '../src/reports/content/printed-names.ts'
import type {
  CircuitReportData,
  ReportCongregation,
  ReportVolunteer,
} from '../src/reports/content/report-data.ts'
import { matchHeader } from '../src/spreadsheets/sheet-columns.ts'
import { mapRow } from './map-row.ts'
import { circuitReport } from './report-samples.ts'

/** Creates reports of whole circuits, for tests that read pages. */

/** Returns NY-1 of the sample data: 262 volunteers in 14 congregations and seven languages. */
export async function sampleCircuit(): Promise<CircuitReportData> {
  const reporter = { log: () => undefined, count: () => undefined }
  const { rows } = await sampleSource.read(reporter, new AbortController().signal)
  return circuitOf('NY-1', sheetColumns, rows)
}

/** Returns as many volunteers with everything in real data that breaks layouts. */
export function messyCircuit(count = 262): CircuitReportData {
  const rows = makeDoubleVolunteers(count).map((row, index) => ({
    ...row,
    Circuit: 'NJ 07, North',
    Language: row.Language ?? '',
    ...(index % 9 === 0 ? { 'Email Address': longAddress(index) } : {}),
    ...(index % 31 === 0 ? { 'Last Name': 'Wolfeschlegelsteinhausenbergerdorff-O’Connor' } : {}),
    ...(index % 17 === 0 ? { 'Mobile Phone': '', 'Email Address': '' } : {}),
  }))
  const titles = Object.keys(rows[0] ?? {})
  return circuitOf(
    'NJ 07, North',
    titles,
    rows.map((row: Record<string, string>) => titles.map((title) => row[title] ?? '')),
  )
}

/** Returns an address of 76 characters. */
export function longAddress(number: number): string {
  return `maria-fernanda.gonzalez.rodriguez${String(number).padStart(3, '0')}@volunteers.metropolitan-area.example.org`
}

function circuitOf(
  circuit: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): CircuitReportData {
  const mapper = createRowMapper(matchHeader([...titles]))
  const people = rows
    .map((cells) => mapRow(mapper, cells))
    .flatMap((row) =>
      row.kind === 'volunteer' && row.volunteer.circuit === circuit ? [row.volunteer] : [],
    )
  const congregations = [...Map.groupBy(people, (person) => person.congregation)].map(
    ([name, members]): ReportCongregation => {
      const language = members[0]?.language ?? null
      const volunteers = members.map(
        (member): ReportVolunteer => ({
          ...member,
          availability: member.availability.map(({ dayOfWeek: day, timeSlot }) => ({
            day,
            timeSlot,
          })),
          cartLocations: member.cartLocations.map((location) => location.name),
          emergencyContacts: [],
        }),
      )
      return { name, language, city: null, volunteers: volunteers.sort(nameOrder(language)) }
    },
  )
  return circuitReport({ circuit, congregations })
}
