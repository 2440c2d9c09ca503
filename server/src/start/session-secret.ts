import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFile } from '@dashboard/store/files/replace-file'
import { codeOf, StartError } from './start-error.ts'

const secretBytes = 48

/**
 * Returns the secret stored in the data folder, and creates it when there is none. Its file is readable by its owner
 * only, is written whole or not at all, and is the same for all processes that start at once.
 */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
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
  try {
    await createFile(path, randomBytes(secretBytes).toString('base64url'), 0o600)
  } catch (error) {
    // Another process was first, so its secret is used.
    if (codeOf(error) !== 'EEXIST') throw error
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
