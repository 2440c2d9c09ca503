import { admin } from '../dashboard.ts'

/** Who signs in. */
export type Person = typeof admin

/** The first administrator. */
export { admin }
/** Has the role user. */
export const user: Person = {
  username: 'mia',
  password: 'secret no 1',
}
/** Is not active. */
export const inactive: Person = {
  username: 'ina',
  password: 'secret no 2',
}
