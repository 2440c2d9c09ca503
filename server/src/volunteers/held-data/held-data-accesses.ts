import { auditActionLabels } from '@dashboard/contract/audit-actions'
import { fromJsonOr } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'

/** A circuit, and the congregation in it if that is known. */
export interface Place {
  circuit: string
  congregation: string | null
}

/** A user who looked at what is held about a person, or saved a file that contained it. */
export interface DataAccess {
  at: string
  by: string
  what: string
  /** Whether it is certain; a list with filters only may have contained the person. */
  isCertain: boolean
}

interface Person {
  id: string
  places: readonly Place[]
  /** Call lists that may contain the person. */
  callListIds: readonly string[]
  reportIds: readonly string[]
  /** When the person was first imported. */
  since: string
}

const fileActions = ['volunteers.export', 'report.download', 'call-list.export'] as const

/** Returns who saw the person's data, newest first, as far as the audit log records it (docs/privacy.md#who-saw-it). */
export async function readAccesses(db: Db, person: Person): Promise<DataAccess[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'actor', 'action', 'subject', 'details'])
    .where((where) =>
      where.or([
        where('subject', '=', `volunteer:${person.id}`),
        where.and([where('action', 'in', fileActions), where('at', '>=', person.since)]),
      ]),
    )
    .orderBy('sequence', 'desc')
    .execute()
  return rows.flatMap(({ at, actor, action, subject, details }) => {
    const isOwn = subject === `volunteer:${person.id}`
    const facts = fromJsonOr<Record<string, unknown>>(details, {})
    const held = isOwn ? 'certainly' : heldIn(person, { action, subject, facts })
    if (held === undefined) return []
    const isCertain = held === 'certainly'
    return [{ at, by: actor, what: auditActionLabels[action], isCertain }]
  })
}

interface FileEntry {
  action: string
  subject: string | null
  facts: Record<string, unknown>
}

/** Returns whether a saved file contained the person. */
function heldIn(person: Person, entry: FileEntry): 'certainly' | 'maybe' | undefined {
  if (entry.action === 'report.download') return heldInReports(person, entry)
  if (entry.action === 'call-list.export') {
    // The list of a place does not always contain every person of that place.
    const isOneOf = person.callListIds.some((id) => entry.subject === `call-list:${id}`)
    return isOneOf ? 'maybe' : undefined
  }
  const { format: _, volunteers: _count, circuit, congregation, ...others } = entry.facts
  const names = person.places.map((place) => place.circuit)
  if (!includesOne(circuit, names)) return undefined
  const congregations = person.places.flatMap((place) => [
    place.congregation ?? '',
    `${place.congregation} (${place.circuit})`,
  ])
  if (!includesOne(congregation, congregations)) return undefined
  return Object.keys(others).length === 0 ? 'certainly' : 'maybe'
}

function heldInReports({ reportIds }: Person, { subject, facts }: FileEntry) {
  const ids = Array.isArray(facts.ids) ? facts.ids : [subject?.replace('report:', '')]
  return reportIds.some((id) => ids.includes(id)) ? 'certainly' : undefined
}

/** Whether a filter includes one of the names; a filter that is not set includes everybody. */
function includesOne(filter: unknown, names: readonly string[]): boolean {
  if (filter === undefined) return true
  const values = [filter].flat()
  return names.some((name) => values.includes(name))
}
