import { randomUUID } from 'node:crypto'
import { nowIso, toIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { AccessTokenRow } from '@dashboard/store/database/schema'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** Makes access tokens for tests, through the calls that a user's browser makes. */

export const tokensUrl = '/api/auth/tokens'

interface Person {
  inject: (request: InjectOptions) => Promise<LightMyRequestResponse>
}

export async function makeToken(person: Person, input: object = {}) {
  const payload = { name: 'Nightly sync', access: 'write', ...input }
  const answer = await person.inject({ method: 'POST', url: tokensUrl, payload })
  if (answer.statusCode !== 201) throw new Error(`No token was made: ${answer.body}`)
  const { token, secret } = answer.json()
  return {
    id: String(token.id),
    secret: String(secret),
    headers: { authorization: `Bearer ${secret}` },
  }
}

/** Returns a row for tests; no secret matches it. */
export async function insertToken(
  db: Db,
  userId: string,
  changes: Partial<AccessTokenRow> = {},
): Promise<AccessTokenRow> {
  const row: AccessTokenRow = {
    id: randomUUID(),
    userId,
    name: 'Nightly sync',
    tokenHash: randomUUID(),
    access: 'read',
    createdAt: nowIso(),
    expiresAt: toIso(Date.now() + 60_000),
    lastUsedAt: null,
    ...changes,
  }
  await db.insertInto('access_tokens').values(row).execute()
  return row
}
