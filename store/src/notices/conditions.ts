import type { Db } from '../database/open-database.ts'
import type { ConditionName } from '../database/schema.ts'

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
