import { randomUUID } from 'node:crypto'
import { open, opendir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { systemFailureReason } from '../failures/system-failures.ts'
import { type FileEntry, type FileStore, StorageError } from './file-store.ts'
import { replaceFile } from './replace-file.ts'

export function openDiskFiles(root: string): FileStore {
  const pathOf = (key: string): string => {
    if (!/^[\w-]+(\/[\w.-]+)+$/.test(key) || key.includes('..')) {
      throw new Error(`Not a storage key: ${key}`)
    }
    return join(root, key)
  }

  return withReasons({
    async write(key, content) {
      const bytes = content instanceof Uint8Array ? content : content.stream
      await replaceFile(pathOf(key), (file) => file.writeFile(bytes))
    },

    async open(key) {
      const handle = await open(pathOf(key), 'r').catch(ignoreMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return { size, stream: handle.createReadStream() }
    },

    async sizeOf(key) {
      return (await stat(pathOf(key)).catch(ignoreMissing))?.size
    },

    async delete(key) {
      await rm(pathOf(key), { force: true })
    },

    async list(folder = '') {
      const files: FileEntry[] = []
      for await (const path of walk(join(root, folder))) {
        const found = await stat(path).catch(ignoreMissing)
        if (!found) continue
        files.push({ key: relative(root, path).split(sep).join('/'), modifiedAt: found.mtime })
      }
      return files
    },

    async signUpload() {
      return undefined
    },

    async check() {
      const key = `checks/${randomUUID()}`
      await this.write(key, new Uint8Array(), 'application/octet-stream')
      await this.delete(key)
      return undefined
    },
  })
}

/** Wraps a file store so that system errors are explained in a sentence. */
function withReasons(files: FileStore): FileStore {
  const say = async <T>(operation: Promise<T>): Promise<T> => {
    try {
      return await operation
    } catch (cause) {
      const reason = systemFailureReason(cause)
      if (reason === undefined) throw cause
      throw new StorageError(`The data folder cannot be used for files: ${reason}.`, { cause })
    }
  }
  return {
    write: (...input) => say(files.write(...input)),
    open: (key) => say(files.open(key)),
    sizeOf: (key) => say(files.sizeOf(key)),
    delete: (key) => say(files.delete(key)),
    list: (folder) => say(files.list(folder)),
    signUpload: files.signUpload,
    check: () => say(files.check()),
  }
}

async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(ignoreMissing)
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else if (entry.isFile()) yield path
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
