import type { StorageSettings } from '../settings.ts'
import { openDiskFiles } from './disk-files.ts'
import type { FileStore } from './file-store.ts'
import { openS3Files } from './s3-files.ts'

export function openFiles(settings: StorageSettings): FileStore {
  return settings.kind === 'disk' ? openDiskFiles(settings.path) : openS3Files(settings)
}

/** The whole content of a small file. */
export async function readFile(files: FileStore, key: string): Promise<Uint8Array | undefined> {
  const file = await files.open(key)
  if (!file) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of file.stream) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}
