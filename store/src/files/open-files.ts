import type { StorageSettings } from '../settings/settings.ts'
import { openDiskFiles } from './disk-files.ts'
import type { FileStore } from './file-store.ts'
import type { S3Settings } from './s3-files.ts'

export function openFiles(settings: StorageSettings): FileStore {
  return settings.kind === 'disk' ? openDiskFiles(settings.path) : openS3Later(settings)
}

/** Loads the storage's SDK at the first call: it is a quarter of all code that a program loads at its start. */
function openS3Later(settings: S3Settings): FileStore {
  let opening: Promise<FileStore> | undefined
  const opened = () => {
    opening ??= import('./s3-files.ts').then(({ openS3Files }) => openS3Files(settings))
    return opening
  }
  return {
    write: async (...call) => (await opened()).write(...call),
    open: async (...call) => (await opened()).open(...call),
    sizeOf: async (...call) => (await opened()).sizeOf(...call),
    delete: async (...call) => (await opened()).delete(...call),
    list: async (...call) => (await opened()).list(...call),
    async *slices(...call) {
      yield* (await opened()).slices(...call)
    },
    signUpload: async (...call) => (await opened()).signUpload(...call),
    check: async () => (await opened()).check(),
  }
}

/** Reads the whole content of a small file. */
export async function readFile(files: FileStore, key: string): Promise<Uint8Array | undefined> {
  const file = await files.open(key)
  if (!file) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of file.stream) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}
