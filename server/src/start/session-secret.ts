import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, StartError } from './start-error.ts'

const secretBytes = 48

/**
 * The secret kept in the data folder, made when there is none: readable by its owner only, whole or
 * not at all, and the same for all who ask at once.
 */
export async function keepSessionSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'session-secret')
  const secret = (await readIfThere(path)) ?? (await create(path))
  if (secret.length < 32) {
    throw new StartError(
      `The file ${path} is damaged. Delete it to get a new secret; everybody then has to log in again.`,
    )
  }
  return secret
}

async function create(path: string): Promise<string> {
  const temporary = `${path}.${randomUUID()}`
  await writeFile(temporary, randomBytes(secretBytes).toString('base64url'), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  try {
    // Unlike a rename, a link fails where another process was first.
    await link(temporary, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(temporary)
  }
  return readFile(path, 'utf8')
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
