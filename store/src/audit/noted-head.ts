import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { AuditHead } from './audit-chain.ts'

const fileName = 'audit-head.json'
const NotedHead = z.object({
  at: z.string(),
  count: z.number().int().min(0),
  head: z.string().regex(/^[0-9a-f]{64}$/),
})
export type NotedHead = z.infer<typeof NotedHead>

/** Returns the path of the file that holds the noted head of the audit log, outside the database. */
export function notedHeadPath(dataDir: string): string {
  return join(dataDir, fileName)
}

/**
 * Returns the head of the audit log that was last noted in the data folder; `undefined` if none was.
 * @throws SyntaxError, ZodError when the file holds something else.
 */
export async function readNotedHead(dataDir: string): Promise<NotedHead | undefined> {
  const text = await readFile(notedHeadPath(dataDir), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : NotedHead.parse(JSON.parse(text))
}

/** Notes the head, replacing the previous one atomically. */
export async function noteHead(dataDir: string, { count, head }: AuditHead): Promise<void> {
  const noted: NotedHead = { at: new Date().toISOString(), count, head }
  const path = notedHeadPath(dataDir)
  await writeFile(`${path}.part`, `${JSON.stringify(noted)}\n`, { mode: 0o600 })
  await rename(`${path}.part`, path)
}
