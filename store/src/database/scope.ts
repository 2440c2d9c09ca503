import { createHash } from 'node:crypto'
import { fromJson, type JsonText } from './column-values.ts'

declare const isMadeHere: unique symbol

/** What a user may see. Only this file creates scopes. */
export interface Scope {
  /** Names of circuits; `null` for all circuits. */
  readonly circuits: readonly string[] | null
  /** Equal for equal circuits; used as key for values cached between requests. */
  readonly key: string
  readonly [isMadeHere]: true
}

/** Scope of administrators and of the server's own work. */
export const everyCircuit = { circuits: null, key: 'all' } as Scope

/** Returns the scope of a user, from the present row. Administrators are never limited. */
export function scopeOfUser(user: { role: 'admin' | 'user'; circuits: JsonText | null }): Scope {
  if (user.role === 'admin' || user.circuits === null) return everyCircuit
  const circuits = fromJson<string[]>(user.circuits).toSorted()
  const hash = createHash('sha256').update(JSON.stringify(circuits)).digest('base64url')
  return { circuits, key: hash.slice(0, 22) } as unknown as Scope
}
