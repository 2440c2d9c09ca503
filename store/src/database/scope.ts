import { createHash } from 'node:crypto'
import { fromJson, type JsonText } from './column-values.ts'

declare const isMadeHere: unique symbol

/** What somebody may see. Only this file makes one. */
export interface Scope {
  /** The names of circuits; `null` for all of them. */
  readonly circuits: readonly string[] | null
  /** The same text for the same circuits, for whatever is kept between requests. */
  readonly key: string
  readonly [isMadeHere]: true
}

/** For administrators, and for what the server does by itself. */
export const everyCircuit = { circuits: null, key: 'all' } as Scope

/** Of a user's row as it is now. Administrators are never limited. */
export function scopeOfUser(user: { role: 'admin' | 'user'; circuits: JsonText | null }): Scope {
  if (user.role === 'admin' || user.circuits === null) return everyCircuit
  const circuits = fromJson<string[]>(user.circuits).toSorted()
  const hash = createHash('sha256').update(JSON.stringify(circuits)).digest('base64url')
  return { circuits, key: hash.slice(0, 22) } as unknown as Scope
}
