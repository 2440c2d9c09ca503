/** Volunteers of the Locust double, with all peculiarities of real data that break programs. */

export type DoubleVolunteer = Record<string, string>

const people: readonly [string, string][] = [
  ['Ann', "O'Hara"],
  ['José "Pepe"', 'García, hijo'],
  ['秀英', '王'],
  ['Наталья', 'Кузнецова'],
  ['محمد', 'الأحمد'],
  ['שרה', 'לוי'],
  ['प्रिया', 'शर्मा'],
  ['서연', '김'],
  ['สมชาย', 'ใจดี'],
  ['Ελένη', 'Παπαδοπούλου'],
  ['さくら', '高橋'],
  ['Zoë', 'D’Angelo-Müller'],
]

/** `Park` exists in two circuits; one circuit has a comma in its name. */
const congregations: readonly { circuit: string; name: string; language: string }[] = [
  { circuit: 'NJ 07, North', name: 'Park', language: 'English' },
  { circuit: 'NJ 07, North', name: 'Río "Sur"', language: 'Spanish' },
  { circuit: 'NY-2', name: 'Park', language: 'Chinese' },
  { circuit: 'NY-2', name: 'Восток', language: 'Russian' },
  { circuit: 'NY-10', name: 'Hill, Upper', language: 'Korean' },
]

const slots = ['Morning', 'Afternoon', '14:00-16:00', 'Evening']

export function makeDoubleVolunteers(count: number): DoubleVolunteer[] {
  return Array.from({ length: count }, (_, index) => makeVolunteer(index))
}

function makeVolunteer(index: number): DoubleVolunteer {
  const number = index + 1
  const [first, last] = people[index % people.length] ?? ['', '']
  const { circuit, name, language } = congregations[index % congregations.length] ?? {
    circuit: '',
    name: '',
    language: '',
  }
  return {
    'Locust ID': `X-${String(number).padStart(4, '0')}`,
    'First Name': first,
    'Last Name': `${last} ${number}`,
    'Mobile Phone': `+1 201 555 01${String(index % 100).padStart(2, '0')}`,
    'Email Address': `x${number}@example.org`,
    City: 'Jersey City',
    'Zip Code': '07302',
    Circuit: circuit,
    Congregation: name,
    Language: language,
    'Congregation City': 'Jersey City',
    Zone: index % 7 === 0 ? '=1+1' : 'North',
    Tags: 'driver; new',
    Trained: index % 3 === 0 ? 'no' : 'yes',
    Available: index % 4 === 0 ? '' : 'x',
    Orientation: 'true',
    'Double Shifts': '0',
    'Max Shifts Per Week': String(1 + (index % 3)),
    'Max Shifts Per Month': '8',
    'Availability Note':
      index % 5 === 0 ? '=HYPERLINK("http://example.org")' : 'Two lines,\nwith a comma',
    Monday: slots[index % slots.length] ?? '',
    Saturday: 'Morning; 14:00-16:00',
    'Cart Locations': 'Pier 4 (Harbour); Main St',
    Appointments: 'Trainer (Cart)',
    'Emergency Contact Name': `Contact of ${first}`,
    'Emergency Contact Phone': '555-0199',
    'Shirt Size': ['S', 'M', 'L'][index % 3] ?? '',
  }
}

export function csvText(table: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return table.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
