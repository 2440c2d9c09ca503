import type { RowMapper } from '../src/import/reading/row-mapping.ts'

/** Returns a row's volunteer with all values, for tests. */
export function mapRow(mapper: RowMapper, cells: readonly string[]) {
  const reading = mapper.readPerson(cells)
  if (reading.kind !== 'person') return reading
  const { person } = reading
  const read = mapper.readVolunteer(cells, person)
  return { kind: 'volunteer', ...read } as const
}
