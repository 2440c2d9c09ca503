import { readFile, writeFile } from 'node:fs/promises'
import type { ColumnMatch } from '@dashboard/contract/columns'

/** Creates sheets of 25 columns, with any number of volunteers and about seven details for each. */

const titles = [
  ...['Locust ID', 'First Name', 'Last Name', 'Mobile Phone', 'Email Address', 'City', 'Zip Code'],
  ...['Circuit', 'Congregation', 'Language', 'Congregation City', 'Zone', 'Tags', 'Trained'],
  ...['Available', 'Orientation', 'Double Shifts', 'Max Shifts Per Week', 'Availability Note'],
  ...['Monday', 'Wednesday', 'Saturday', 'Cart Locations'],
  ...['Emergency Contact Name', 'Emergency Contact Phone'],
] as const

/**
 * Writes a sheet with this many volunteers, who belong to the congregations in turn, ten congregations to a circuit.
 */
export async function writeVolunteerSheet(
  path: string,
  count: number,
  congregations = 500,
): Promise<string> {
  const rows = Array.from({ length: count }, (_, index) =>
    volunteerCells(index, index % congregations),
  )
  const lines = [titles, ...rows].map((cells) => `${cells.join(',')}\r\n`)
  await writeFile(path, lines.join(''))
  return path
}

const foreign = (title: string) => `Our ${title}`

/** Match for a sheet of the same volunteers with other titles. */
export const foreignMatch: ColumnMatch = {
  columns: titles.map((use) => ({ title: foreign(use), use, slot: null })),
  nameOrder: 'last-word',
  words: [],
}

/** Writes the same rows below other titles. */
export async function writeForeignSheet(path: string, sheet: string): Promise<string> {
  const text = await readFile(sheet, 'utf8')
  const rows = text.slice(text.indexOf('\r\n'))
  await writeFile(path, titles.map(foreign).join(',') + rows)
  return path
}

function volunteerCells(index: number, place: number): string[] {
  const phone = `555 ${String(index % 10_000).padStart(4, '0')}`
  return [
    ...[`L${100_000 + index}`, `First${index}`, `Last${index % 997}`, `'+1 212 ${phone}`],
    ...[`person${index}@example.org`, `City ${index % 60}`, String(10_000 + (index % 9_000))],
    ...[`NY-${1 + Math.floor(place / 10)}`, `Congregation ${place + 1}`, 'English'],
    ...[`City ${place % 60}`, `Zone ${index % 7}`, index % 3 === 0 ? '' : 'driver; new'],
    ...[index % 2 === 0 ? 'no' : 'yes', 'yes', index % 5 === 0 ? '' : 'x', 'no', `${index % 4}`],
    index % 4 === 0 ? `Not before ${index % 12} o'clock on weekdays` : '',
    ...['Morning; Afternoon', index % 2 === 0 ? '' : '14:00-16:00', index % 3 ? 'Evening' : ''],
    `Pier ${index % 40} (Harbor); Main St ${index % 25}`,
    ...[`Contact ${index}`, phone],
  ]
}
