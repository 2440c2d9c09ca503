import { statSync } from 'node:fs'

/** The file that was opened has been deleted, or another one is in its place. */
export class DatabaseReplaced extends Error {
  override name = 'DatabaseReplaced'

  constructor() {
    super(
      'The data folder was removed or replaced while the server was running, so nothing can be saved. Restart the server to use what is there now.',
    )
  }
}

/** Polled answers are made of nothing but reads, and would ask for the file more often than for anything else. */
const readsTrustMs = 50

export interface FileCheck {
  /** Throws DatabaseReplaced; asked before anything is written. */
  now(): void
  /** The same, for reads, which trust what was found a moment ago. */
  recently(): void
}

/**
 * Remembers the file at this path; a check throws DatabaseReplaced once it is another one or gone, as after a
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
