import { createHash } from 'node:crypto'
import type { Db } from '../database/open-database.ts'
import { readPreference, savePreference } from '../database/preferences.ts'
import type { GithubCredentials } from '../settings/settings-engine.ts'

/** Until when GitHub accepts no requests, stored for all servers that share the limit. */
interface GithubPause {
  limited: string
  /** In milliseconds since 1970. */
  until: number
}

const name = 'github-pause'

/**
 * Says whom a limit concerns: a token, so that another one is not affected, or an App's installation, whose tokens
 * change every hour.
 */
function limitedBy(credentials: GithubCredentials): string {
  const limited =
    credentials.kind === 'token' ? credentials.token : `installation ${credentials.installationId}`
  return createHash('sha256').update(limited).digest('hex').slice(0, 32)
}

/** Returns the end of the pause in milliseconds since 1970; 0 when GitHub accepts requests with these credentials. */
export async function readGithubPause(db: Db, credentials: GithubCredentials): Promise<number> {
  const pause = await readPreference<GithubPause>(db, name)
  const counts = pause?.limited === limitedBy(credentials) && pause.until > Date.now()
  return counts ? pause.until : 0
}

/** Saves a pause, unless a longer one is known. */
export async function extendGithubPause(
  db: Db,
  credentials: GithubCredentials,
  until: number,
): Promise<void> {
  if (until <= (await readGithubPause(db, credentials))) return
  const pause: GithubPause = { limited: limitedBy(credentials), until }
  await savePreference(db, name, pause)
}
