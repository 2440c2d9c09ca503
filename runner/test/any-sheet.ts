import fc from 'fast-check'
import type { Row } from './imports.ts'

const cell = (...texts: string[]) => fc.constantFrom('', ...texts)
const anyRow: fc.Arbitrary<Row> = fc.record({
  'Locust ID': cell('L1', 'L2', 'L3', 'L4'),
  'First Name': fc.constantFrom('Ann', 'ANN', 'Bo', ''),
  Circuit: fc.constantFrom('NY-1', 'NY-2'),
  Congregation: fc.constantFrom('Park', 'Hill'),
  Language: cell('Spanish', 'Korean'),
  Trained: cell('yes', 'perhaps'),
  Monday: cell('Morning', 'Morning; Evening'),
  'Cart Locations': cell('Pier', 'Pier (Harbor); Dock'),
  'Emergency Contact Name': cell('Cy'),
  'Emergency Contact Phone': cell('555'),
  'Mobile Phone': cell('212 555 0100', '+1 212 555 0100', '212 555 0199'),
  'Email Address': cell('ann@example.org', 'ANN@example.org'),
})
/** Rows with few people and places, so that they move, change and repeat. */
export const anySheet = fc.array(anyRow, { minLength: 1, maxLength: 8 })
