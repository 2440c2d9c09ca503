import { statSync } from 'node:fs'

/** The opened file has been deleted or replaced by another one. */
export class DatabaseReplaced extends Error {
  override name = 'DatabaseReplaced'

  constructor() {
    super(
      'The data folder was removed or replaced while the server was running, so nothing can be saved. Restart the server to use what is there now.',
    )
  }
}

/**
 * How long reads trust the last check: polled responses consist only of reads, and would otherwise check the file far
 * too often.
 */
const readsTrustMs = 50

export interface FileCheck {
  /**
   * Checks the file; used before every write.
   * @throws DatabaseReplaced
   */
  now(): void
  /** Checks the file unless that was done a moment ago; used before reads. */
  recently(): void
}

/**
 * Remembers the file at this path. Its checks throw DatabaseReplaced once the file is gone or another one, as after a
 * backup was restored while the server runs (docs/decisions/0016-sqlite-readers.md).
 */
export function createFileCheck(path: string): FileCheck {
  const identify = () => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && `${found.dev}:${found.ino}`
  }
  const opened = identify()
  let foundAt = Number.NEGATIVE_INFINITY
  const now = () => {
    if (identify() !== opened) throw new DatabaseReplaced()
    foundAt = performance.now()
  }
  return {
    now,
    recently() {
      if (performance.now() - foundAt > readsTrustMs) now()
    },
  }
}
