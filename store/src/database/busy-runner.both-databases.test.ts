import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makeSharedDatabase, sharedDatabases } from '../../test/shared-databases.ts'
import { openDatabase } from './open-database.ts'

/** Blocks this thread as drawing a report does. */
function blockThread(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test.each(sharedDatabases)(
  'statements of a runner that wait for a connection outlast a report that takes seconds (%s)',
  async (kind) => {
    const db = openDatabase(await makeSharedDatabase(kind), 'runner')
    onTestFinished(() => db.destroy())
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
    await ask()
    // More queries than connections: some wait for a new connection, the others for a free one.
    const answers = Promise.all(Array.from({ length: 6 }, ask))
    await new Promise((resolve) => process.nextTick(resolve))
    blockThread(5_500)
    expect((await answers).map(({ rows }) => rows)).toEqual(Array(6).fill([{ one: 1 }]))
  },
)
