import { dirname } from 'node:path'
import { lockDataFolder } from '@dashboard/store/data-folder/data-folder-lock'
import { readSchema } from '@dashboard/store/database/check-schema'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { recordServer, removeServer } from '@dashboard/store/database/running-servers'
import { inventedName, inventMigration } from '@dashboard/store/test/invented-migration'
import { makeSharedDatabase, sharedDatabases } from '@dashboard/store/test/shared-databases'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectDatabase } from './connect-database.ts'

test.each(sharedDatabases)(
  'on %s a program of a newer version migrates nothing under a running server',
  async (kind) => {
    const database = await makeSharedDatabase(kind)
    const db = openDatabase(database, 'command')
    onTestFinished(() => db.destroy())
    await migrate(db)
    const earlier = await readSchema(db)
    onTestFinished(inventMigration())
    const end = await startOlderServer()

    const connecting = { user: 'command', passphrase: undefined, hasFolderLock: false } as const
    const stopClock = hurryClock()
    const refused = connectDatabase(database, connecting)
    await expect(refused).rejects.toThrow(/of an earlier version.*Nothing was changed\.$/)
    stopClock()
    expect(await readSchema(db)).toEqual(earlier)

    await end()
    const connected = await connectDatabase(database, connecting)
    onTestFinished(() => connected.destroy())
    expect(await readSchema(db)).toEqual([...earlier, inventedName])

    async function startOlderServer() {
      if (database.kind === 'sqlite') {
        const lock = await lockDataFolder(dirname(database.path))
        return async () => lock.release()
      }
      await recordServer(db, { id: 'one', version: '0.1.0', sheetFolder: null })
      return () => removeServer(db, 'one')
    }
  },
)

/** Lets minutes pass on the clock that measures waiting, until the returned function is called. */
function hurryClock(): () => void {
  vi.useFakeTimers({ toFake: ['performance'] })
  const timer = setInterval(() => vi.advanceTimersByTime(60_000), 10)
  const stop = () => {
    clearInterval(timer)
    vi.useRealTimers()
  }
  onTestFinished(stop)
  return stop
}
