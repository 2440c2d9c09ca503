import { randomUUID } from 'node:crypto'
import { toIso } from './column-values.ts'
import type { Db } from './database.ts'

/**
 * Takes or keeps a duty that one server at a time has; `false` while another one has it. It lapses
 * `ms` milliseconds after it was last taken, so that a server that dies is followed by another.
 */
export async function takeDuty(
  db: Db,
  name: string,
  { owner, ms }: { owner: string; ms: number },
): Promise<boolean> {
  const now = Date.now()
  const values = { owner, expiresAt: toIso(now + ms) }
  const taken = await db
    .insertInto('duties')
    .values({ name, ...values })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(values)
        .where((where) =>
          where.or([
            where('duties.owner', '=', owner),
            where('duties.expiresAt', '<=', toIso(now)),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Gives a duty up at once, if it is still the owner's. */
export async function leaveDuty(db: Db, name: string, owner: string): Promise<void> {
  await db.deleteFrom('duties').where('name', '=', name).where('owner', '=', owner).execute()
}

/**
 * Whether it is this caller's turn to do something that all servers together do at most once in
 * `ms` milliseconds.
 */
export async function takeTurn(db: Db, name: string, ms: number): Promise<boolean> {
  return takeDuty(db, name, { owner: randomUUID(), ms })
}
