import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '@dashboard/store/files/replace-file'
import { codeOf } from '@dashboard/store/outside/error-code'
import { StartError } from './start-error.ts'

const secretBytes = 48

/**
 * Returns the secret stored in the data folder, and creates it when there is none. Its file is readable by its owner
 * only, and is written whole or not at all.
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
  const secret = randomBytes(secretBytes).toString('base64url')
  await replaceFile(path, async (file) => {
    await file.chmod(0o600)
    await file.writeFile(secret)
  })
  return secret
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
