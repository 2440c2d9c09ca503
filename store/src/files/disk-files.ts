import { randomUUID } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { systemFailureReason } from '../system-failures.ts'
import { type FileStore, StorageError } from './file-store.ts'
import { replaceFile } from './replace-file.ts'

/** A report in two pieces rather than five: each costs a turn of the event loop. */
const readBytes = 256 * 1_024

/** Files below one folder of this machine. */
export function openDiskFiles(root: string): FileStore {
  const pathOf = (key: string): string => {
    if (!/^[\w-]+(\/[\w.-]+)+$/.test(key) || key.includes('..')) {
      throw new Error(`Not a storage key: ${key}`)
    }
    return join(root, key)
  }

  return withReasons({
    async write(key, content) {
      await replaceFile(pathOf(key), (file) => file.writeFile(content))
    },

    async open(key) {
      const handle = await open(pathOf(key), 'r').catch(ignoreMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return { size, stream: handle.createReadStream({ highWaterMark: readBytes }) }
    },

    async sizeOf(key) {
      return (await stat(pathOf(key)).catch(ignoreMissing))?.size
    },

    async delete(key) {
      await rm(pathOf(key), { force: true })
    },

    async list(folder = '') {
      const entries = await readdir(join(root, folder), {
        recursive: true,
        withFileTypes: true,
      }).catch(ignoreMissing)
      const files = (entries ?? []).filter((entry) => entry.isFile())
      const listed = await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          const found = await stat(path).catch(ignoreMissing)
          const key = relative(root, path).split(sep).join('/')
          return found && { key, modifiedAt: found.mtime }
        }),
      )
      return listed.filter((entry) => entry !== undefined)
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

/** The same, with a sentence where the system says what is wrong. */
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

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
