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

/**
 * Returns a function that throws DatabaseReplaced once the file at this path is another one or gone, as after a
 * backup was restored while the server runs (docs/decisions/0016-sqlite-readers.md).
 */
export function createFileCheck(path: string): () => void {
  const identify = () => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && `${found.dev}:${found.ino}`
  }
  const opened = identify()
  return () => {
    if (identify() !== opened) throw new DatabaseReplaced()
  }
}
