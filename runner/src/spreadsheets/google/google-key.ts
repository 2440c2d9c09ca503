import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseJson } from '@dashboard/store/outside/parse-json'
import { z } from 'zod'
import { misconfigured } from '../sheet-error.ts'

const defaultTokenUri = 'https://oauth2.googleapis.com/token'

const KeyFile = z
  .object({
    client_email: z.string().min(1),
    private_key: z.string().includes('PRIVATE KEY'),
    private_key_id: z.string().optional(),
    token_uri: z.url({ protocol: /^https?$/ }).default(defaultTokenUri),
  })
  .transform((key) => ({
    email: key.client_email,
    privateKey: key.private_key,
    keyId: key.private_key_id,
    tokenUri: key.token_uri,
  }))

export type GoogleKey = z.infer<typeof KeyFile>

/**
 * Reads GOOGLE_SERVICE_ACCOUNT: the key as JSON, or the path of a file that contains it.
 * @throws SpreadsheetServiceError whose message never contains the key.
 */
export async function readGoogleKey(serviceAccount: string): Promise<GoogleKey> {
  const isJson = serviceAccount.trimStart().startsWith('{')
  const text = isJson ? serviceAccount : await readKeyFile(serviceAccount)
  const key = KeyFile.safeParse(parseJson(text))
  if (key.success) return key.data
  const where = isJson ? 'GOOGLE_SERVICE_ACCOUNT' : `The file ${basename(serviceAccount)}`
  throw misconfigured(
    `${where} is not a Google service-account key. Create a JSON key for the service account and set GOOGLE_SERVICE_ACCOUNT to it.`,
  )
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw misconfigured(
      `GOOGLE_SERVICE_ACCOUNT names the file ${basename(path)}, which cannot be read. Put the service-account key there, or set GOOGLE_SERVICE_ACCOUNT to the key itself.`,
      { cause },
    )
  }
}
