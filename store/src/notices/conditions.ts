import type { Db } from '../database/open-database.ts'
import type { ConditionName } from '../database/schema.ts'

/** Notes that something is wrong from now on; `false` if it was already. */
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

/** Notes that these are well; answers those that were wrong until now. */
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
