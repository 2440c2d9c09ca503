import { randomUUID } from 'node:crypto'
import { dayMs } from '@dashboard/contract/duration'
import { nowIso, toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { networkOf } from '../http/network-of.ts'

const oldestUse = () => toIso(Date.now() - 90 * dayMs)

/** Records for 90 days that the user has signed in from this network. */
export async function recordNetwork(tx: Db, userId: string, ip: string): Promise<void> {
  await tx
    .deleteFrom('sign_in_networks')
    .where('userId', '=', userId)
    .where('lastUsedAt', '<', oldestUse())
    .execute()
  const lastUsedAt = nowIso()
  await tx
    .insertInto('sign_in_networks')
    .values({ id: randomUUID(), userId, network: networkOf(ip), lastUsedAt })
    .onConflict((conflict) => conflict.columns(['userId', 'network']).doUpdateSet({ lastUsedAt }))
    .execute()
}

/** Whether the user has signed in from this network within that time. */
export async function isKnownNetwork(
  db: Db,
  userId: string | undefined,
  network: string,
): Promise<boolean> {
  if (userId === undefined) return false
  const known = await db
    .selectFrom('sign_in_networks')
    .select('id')
    .where('userId', '=', userId)
    .where('network', '=', network)
    .where('lastUsedAt', '>=', oldestUse())
    .executeTakeFirst()
  return known !== undefined
}
