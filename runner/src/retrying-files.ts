import { type FileStore, StorageError } from '@dashboard/store/files/file-store'
import { repeatWhile } from '@dashboard/store/outside/repeat-while'

/** As long as a runner waits for a connection to the database. */
const maxWaitMs = 60_000

interface Waiting {
  signal: AbortSignal
  log(line: string): void
}

/** Returns the same files, whose reads and writes wait up to a minute for a storage that is unavailable. */
export function retryStorage(files: FileStore, waiting: Waiting): FileStore {
  return {
    ...files,
    write: (...call) => withRetries(() => files.write(...call), waiting),
    open: (...call) => withRetries(() => files.open(...call), waiting),
    sizeOf: (...call) => withRetries(() => files.sizeOf(...call), waiting),
    delete: (...call) => withRetries(() => files.delete(...call), waiting),
  }
}

function withRetries<T>(work: () => Promise<T>, { signal, log }: Waiting): Promise<T> {
  const until = performance.now() + maxWaitMs
  let isLogged = false
  return repeatWhile(work, (error) => {
    const isUnavailable = error instanceof StorageError && error.isUnavailable
    if (!isUnavailable || signal.aborted || performance.now() > until) return false
    if (!isLogged) log('The files of the dashboard cannot be reached right now. Trying again.')
    isLogged = true
    return true
  })
}
