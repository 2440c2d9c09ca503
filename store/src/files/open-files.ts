import type { StorageSettings } from '../settings/settings.ts'
import { openDiskFiles } from './disk-files.ts'
import type { FileStore } from './file-store.ts'

/** The storage's SDK is loaded only where it is used: it is a quarter of all code that a program loads at its start. */
export async function openFiles(settings: StorageSettings): Promise<FileStore> {
  if (settings.kind === 'disk') return openDiskFiles(settings.path)
  const { openS3Files } = await import('./s3-files.ts')
  return openS3Files(settings)
}

export async function readFile(files: FileStore, key: string): Promise<Uint8Array | undefined> {
  const file = await files.open(key)
  if (!file) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of file.stream) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}
