import type { Db } from '../database/open-database.ts'
import type { ConditionName } from '../database/schema.ts'

/** Records that a problem exists from now on; `false` if it was already recorded. */
export async function openCondition(
  tx: Db,
  name: ConditionName,
  { noticeId, since }: { noticeId: string; since: string },
): Promise<boolean> {
  const opened = await tx
    .insertInto('notice_conditions')
    .values({ name, noticeId, since, remindedAt: since })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return opened !== undefined
}

/** Records that these problems are solved; returns those that existed until now. */
export async function closeConditions(
  tx: Db,
  names: readonly ConditionName[],
): Promise<ConditionName[]> {
  const closed = await tx
    .deleteFrom('notice_conditions')
    .where('name', 'in', names)
    .returning('name')
    .execute()
  return closed.map(({ name }) => name)
}
