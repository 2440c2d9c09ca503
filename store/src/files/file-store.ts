import type { Readable } from 'node:stream'

/** The storage is unreachable, refuses or fails. The message is a sentence for people. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly isTimeout: boolean
  /** Whether the storage is unavailable, so that the same call may succeed a moment later. */
  readonly isUnavailable: boolean

  constructor(
    message: string,
    {
      isTimeout = false,
      isUnavailable = isTimeout,
      cause,
    }: StorageErrorDetail & { cause: unknown },
  ) {
    super(message, { cause })
    this.isTimeout = isTimeout
    this.isUnavailable = isUnavailable
  }
}

interface StorageErrorDetail {
  isTimeout?: boolean
  isUnavailable?: boolean
}

export interface StoredFile {
  /** Size in bytes. */
  size: number
  stream: Readable
}

export interface FileEntry {
  key: string
  modifiedAt: Date
}

/**
 * Stores files by key, such as `reports/<id>.pdf`. Keys are made by the product, never taken from input. Each function
 * throws StorageError when the storage itself fails.
 */
export interface FileStore {
  /**
   * Writes the whole file or nothing: a kill in the middle leaves no half file under the key. A stream is written while
   * it is read, once.
   */
  write(key: string, content: Uint8Array | StoredFile, contentType: string): Promise<void>
  /** Opens a file for reading; `undefined` when there is none. A later delete does not end the stream. */
  open(key: string): Promise<StoredFile | undefined>
  /** Returns the size in bytes, or `undefined` when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>
  /** Deletes the file if it exists. */
  delete(key: string): Promise<void>
  /** Lists all files whose key begins with the folder name, or all files if no name is given. */
  list(folder?: string): Promise<FileEntry[]>
  /**
   * Returns an address to which a browser may PUT exactly this file, or `undefined` where only the server can store
   * files.
   */
  signUpload(
    key: string,
    file: { sizeBytes: number; contentType: string; expiresInMs: number },
  ): Promise<string | undefined>
  /**
   * Writes and deletes a small file, checking after each step. Returns a warning for the operator of the storage, if
   * there is one; throws when the storage cannot be used.
   */
  check(): Promise<string | undefined>
}
