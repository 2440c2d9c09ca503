import type { RowMapper } from '../src/import/reading/row-mapping.ts'

/** What a row is, with everything that it says, for tests. */
export function mapRow(mapper: RowMapper, cells: readonly string[]) {
  const reading = mapper.readPerson(cells)
  if (reading.kind !== 'person') return reading
  const { person } = reading
  const read = mapper.readVolunteer(cells, person, mapper.readPlaces(cells))
  return { kind: 'volunteer', ...read } as const
}
