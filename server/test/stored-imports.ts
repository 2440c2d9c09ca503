import { randomUUID } from 'node:crypto'
import type { ImportGuard } from '@dashboard/contract/imports'
import { toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { firstNumberOf, insertImport } from '@dashboard/store/imports/insert-import'
import { startTestApp } from './app.ts'

const totals = {
  rows: 12,
  new: 1,
  moved: 0,
  changed: 1,
  left: 1,
  unchanged: 8,
  skipped: 2,
  newCircuits: 0,
  leftCircuits: 0,
  newCongregations: 0,
  leftCongregations: 0,
}
export const guard: ImportGuard = {
  isStopped: false,
  removals: 1,
  volunteers: 10,
  isTotalExceeded: false,
  congregations: [],
  confirmedBy: null,
  columns: [],
  erasures: 0,
  replaced: [],
  replacements: 0,
  unknownColumns: [],
}

export async function signedIn() {
  const setup = await startTestApp()
  const user = await setup.as('user')
  const admin = await setup.as('admin')
  const from = (who: typeof user) => ({
    get: (url: string) => who.inject({ method: 'GET', url }),
    post: (url: string, payload?: object) =>
      who.inject({ method: 'POST', url, ...(payload && { payload }) }),
  })
  return { ...setup, user: from(user), admin: from(admin) }
}

/** Returns an import in some state, as a runner leaves it. */
export async function storedImport(db: Db, over: Partial<ImportRow> = {}): Promise<string> {
  const id = await insertImport(db, { kind: 'import', planJobId: randomUUID(), createdBy: 'Ada' })
  const columns = {
    state: 'completed' as const,
    totals: toJson(totals),
    guard: toJson(guard),
    source: 'the file',
    completedAt: new Date().toISOString(),
    rowsKey: `imports/${id}.zst`,
  }
  await db
    .updateTable('imports')
    .set({ ...columns, ...over })
    .where('id', '=', id)
    .execute()
  return id
}

/** Returns a review that can be applied. */
export function storedReview(db: Db, over: Partial<ImportRow> = {}): Promise<string> {
  const planned = { kind: 'review', state: 'ready', completedAt: null } as const
  return storedImport(db, { ...planned, planKey: 'imports/plan.zst', ...over })
}

export async function addChange(db: Db, importId: string, id: number, over: object): Promise<void> {
  const name = `Person ${id}`
  const numbered = await db
    .selectFrom('imports')
    .select('number')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('import_changes')
    .values({
      id: firstNumberOf(numbered) + id,
      importId,
      kind: 'changed',
      volunteerId: `v${id}`,
      basedOn: '2026-01-01',
      name,
      nameKey: name.toLowerCase(),
      locustId: null,
      fields: '[]',
      fromCircuit: 'NY-1',
      fromCongregation: 'Park',
      toCircuit: 'NY-1',
      toCongregation: 'Park',
      ...over,
    })
    .execute()
}
