/** Values of a row of the sheet; omitted ones are blank. */
export interface SheetPerson {
  firstName: string
  lastName: string
  congregation?: string
  phone?: string
}

const titles = 'First Name,Last Name,Mobile Phone,Circuit,Congregation'

/** Returns people of a congregation: 'Astoria 1', 'Astoria 2' and so on. */
export function people(congregation: string, count: number): SheetPerson[] {
  return Array.from({ length: count }, (_, index) => ({
    firstName: congregation,
    lastName: `Volunteer ${String(index + 1).padStart(2, '0')}`,
    congregation,
    phone: `212 555 ${String(1_000 + index)}`,
  }))
}

/** Returns the sheet as a CSV file. */
export function sheetText(rows: readonly SheetPerson[]): string {
  const lines = rows.map(({ firstName, lastName, congregation = 'Astoria', phone = '' }) =>
    [firstName, lastName, phone, 'NY-1', congregation].join(','),
  )
  return [titles, ...lines, ''].join('\n')
}
