import { writeFile } from 'node:fs/promises'

/** Sheets of 25 columns, as many volunteers as wanted, with about seven details each. */

const titles = [
  ...['Locust ID', 'First Name', 'Last Name', 'Mobile Phone', 'Email Address', 'City', 'Zip Code'],
  ...['Circuit', 'Congregation', 'Language', 'Congregation City', 'Zone', 'Tags', 'Trained'],
  ...['Available', 'Orientation', 'Double Shifts', 'Max Shifts Per Week', 'Availability Note'],
  ...['Monday', 'Wednesday', 'Saturday', 'Cart Locations'],
  ...['Emergency Contact Name', 'Emergency Contact Phone'],
]

/** Volunteers in turn of so many congregations, ten to a circuit. */
export async function writeVolunteerSheet(
  path: string,
  count: number,
  congregations = 500,
): Promise<string> {
  const lines = Array.from({ length: count }, (_, index) =>
    volunteerCells(index, index % congregations).join(','),
  )
  await writeFile(path, `${[titles.join(','), ...lines].join('\r\n')}\r\n`)
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
