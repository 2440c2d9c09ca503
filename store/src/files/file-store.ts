import type { Readable } from 'node:stream'

/** The storage could not be reached, or refuses or fails. The message is a sentence for people. */
export class StorageError extends Error {
  override name = 'StorageError'
  /** Whether it did not answer in time. */
  readonly isTimeout: boolean

  constructor(
    message: string,
    { isTimeout = false, cause }: { isTimeout?: boolean; cause: unknown },
  ) {
    super(message, { cause })
    this.isTimeout = isTimeout
  }
}

export interface StoredFile {
  /** Bytes. */
  size: number
  stream: Readable
}

export interface FileEntry {
  key: string
  modifiedAt: Date
}

/**
 * Files by key, such as `reports/<id>.pdf`. Keys are made by the product, never taken from input.
 * Each function throws StorageError when the storage itself fails.
 */
export interface FileStore {
  /** Writes the whole file or nothing: a kill in the middle leaves no half file under the key. */
  write(key: string, content: Uint8Array, contentType: string): Promise<void>
  /** Opens a file for reading; `undefined` when there is none. A later delete does not end the stream. */
  open(key: string): Promise<StoredFile | undefined>
  /** Bytes, or `undefined` when there is no such file. */
  sizeOf(key: string): Promise<number | undefined>
  /** Deletes the file if it is there. */
  delete(key: string): Promise<void>
  /** All files whose key begins with the folder name; without a name, all files there are. */
  list(folder?: string): Promise<FileEntry[]>
  /** The same, some hundreds at a time, so that no number of files keeps anything else waiting. */
  slices(folder?: string): AsyncIterable<FileEntry[]>
  /** Where a browser may PUT exactly this file, or `undefined` where only the server can take it. */
  signUpload(
    key: string,
    file: { sizeBytes: number; contentType: string; expiresInMs: number },
  ): Promise<string | undefined>
  /**
   * Writes and deletes a small file, and sees whether it is there and gone. Answers what whoever runs the
   * storage should know, if there is anything; throws when the storage cannot be used.
   */
  check(): Promise<string | undefined>
}
