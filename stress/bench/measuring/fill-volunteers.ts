import type { MeasuredDashboard } from './measured-dashboard.ts'

const firstNames = [
  'Ann',
  'Emma',
  'Hannah',
  'Наталья',
  'محمد',
  'प्रिया',
  '서연',
  '秀英',
  'Zoë',
  'Robert',
]
const lastNames = [
  'Smith',
  'García',
  'Кузнецова',
  'الأحمد',
  'Park',
  '김',
  '王',
  'Müller',
  'Lee',
  'Okafor',
]
const languages = ['English', 'Spanish', 'Chinese', 'Russian', 'Arabic']
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const timeSlots = ['Morning', 'Midday', 'Afternoon', 'Evening']

const circuits = 40
const congregations = 800
const slotsEach = 4
const rowsPerStatement = 500
const at = "'2026-11-20T12:00:00.000Z'"

/** Inserts volunteers with places and four slots each. */
export async function insertVolunteers(dashboard: MeasuredDashboard, count: number) {
  const { write } = dashboard
  const insert = async (head: string, rows: readonly string[]) => {
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      await write(
        `insert into ${head} values ${rows.slice(start, start + rowsPerStatement).join()}`,
      )
    }
  }
  await insert(
    'circuits (id, name)',
    numbers(circuits).map((n) => `('c${n}', 'NY-${n}')`),
  )
  await insert(
    'congregations (id, name, "circuitId", language, "createdAt")',
    numbers(congregations).map(
      (n) => `('g${n}', 'Hill ${n}', 'c${n % circuits}', '${languages[n % 5]}', ${at})`,
    ),
  )
  await insert(
    `volunteers (id, "firstName", "lastName", "mobilePhone", "emailAddress", "circuitId",
      "congregationId", trained, available, "createdAt", "updatedAt")`,
    numbers(count).map((n) => {
      const name = `'${firstNames[n % 10]}', '${lastNames[Math.floor(n / 10) % 10]} ${n}'`
      const phone = `+1 ${200 + (n % 700)} 555 ${String(n % 10_000).padStart(4, '0')}`
      const place = `'c${n % circuits}', 'g${n % congregations}'`
      return `('v${n}', ${name}, '${phone}', 'p${n}@example.org', ${place}, ${n % 3 && 1}, ${n % 2}, ${at}, ${at})`
    }),
  )
  await insert(
    'availability_schedules (id, "volunteerId", "dayOfWeek", "timeSlot", "createdAt")',
    numbers(count * slotsEach).map((n) => {
      const volunteer = Math.floor(n / slotsEach)
      const cell = volunteer * 7 + n * 5
      return `('s${n}', 'v${volunteer}', '${days[cell % 7]}', '${timeSlots[n % slotsEach]}', ${at})`
    }),
  )
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number)
}
