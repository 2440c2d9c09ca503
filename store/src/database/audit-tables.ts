import type { AuditAction } from '@dashboard/contract/audit-actions'
import type { Selectable } from 'kysely'
import type { IsoText, JsonText } from './column-values.ts'

/** Who did what; written by store/src/audit only, and never changed. */
export interface AuditLogTable {
  id: string
  /** 1, 2, 3 …: the order in which entries were made, without gaps. */
  sequence: number
  at: IsoText
  actorId: string | null
  actor: string
  action: AuditAction
  subject: string | null
  address: string | null
  details: JsonText
  /** The hash of the entry before. */
  previousHash: string
  hash: string
}

/** The ends of the audit log: `head`, its last entry, and `pruned`, the last one removed by age. */
export interface AuditChainTable {
  name: 'head' | 'pruned'
  sequence: number
  hash: string
}

export type AuditRow = Selectable<AuditLogTable>
