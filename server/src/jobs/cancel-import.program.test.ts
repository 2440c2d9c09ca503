import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { migrate } from '@dashboard/store/database/migrate'
import { type Db, openDatabase } from '@dashboard/store/database/open-database'
import { everyCircuit } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { DatabaseSettings } from '@dashboard/store/settings/settings'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LocalEngine } from '../engines/local/local-engine.ts'
import { auditAsServer } from '../http/audit-trail.ts'
import { cancelOne } from './jobs-service.ts'

const rows = 500
const user = {
  id: 'ann',
  firstName: 'Ann',
  lastName: 'Lee',
  username: 'one',
  hasNamesake: 0 as const,
  role: 'user' as const,
  mustChangePassword: 0 as const,
  circuits: null,
}

/** Returns the settings of a server and its runners, with a sheet whose import takes seconds to write. */
async function prepare(kind: string): Promise<DatabaseSettings> {
  const folder = await temporaryFolder()
  const sheet = join(folder, 'volunteers.csv')
  const lines = Array.from(
    { length: rows },
    (_, row) => `${row},Ada,Lee ${row},NY-${row % 50},East`,
  )
  await writeFile(
    sheet,
    ['Locust ID,First Name,Last Name,Circuit,Congregation', ...lines].join('\n'),
  )
  vi.stubEnv('DATA_DIR', folder)
  vi.stubEnv('SPREADSHEET', `file:${sheet}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  if (kind === 'sqlite') return { kind, path: join(folder, 'dashboard.db') }
  const server = await startPostgres()
  if (!server) throw new Error('There is no PostgreSQL')
  onTestFinished(() => server.stop())
  vi.stubEnv('DATABASE_URL', server.url)
  return { kind: 'postgres', url: server.url }
}

/**
 * Makes the transaction of an import last seconds, longer than a busy machine takes to stop it, by slowing down the
 * first circuit that it writes.
 */
async function slowDownWriting(db: Db, { kind }: DatabaseSettings): Promise<void> {
  if (kind === 'sqlite') {
    await sql`create trigger slow after insert on circuits when new.name = 'NY-0' begin
      select count(*) from (with recursive counter(n) as
        (select 1 union all select n + 1 from counter where n < 24000000) select n from counter);
    end`.execute(db)
    return
  }
  await sql`create function wait() returns trigger language plpgsql as
    'begin perform pg_sleep(4); return new; end'`.execute(db)
  await sql`create trigger slow after insert on circuits for each row when (new.name = 'NY-0')
    execute function wait()`.execute(db)
}

/** Whether a transaction is writing circuits or, on SQLite, anything at all. */
function writeWatch(db: Db, settings: DatabaseSettings): () => Promise<boolean> {
  if (settings.kind === 'postgres') {
    return async () => {
      const { rows: locks } = await sql`select 1 from pg_locks
        where relation = 'circuits'::regclass and mode = 'RowExclusiveLock'`.execute(db)
      return locks.length > 0
    }
  }
  const other = new DatabaseSync(settings.path, { timeout: 0 })
  onTestFinished(() => other.close())
  // The import's history is written before that, in short transactions.
  let heldSince: number | undefined
  return async () => {
    try {
      other.exec('begin immediate')
      other.exec('rollback')
      heldSince = undefined
      return false
    } catch {
      heldSince ??= performance.now()
      return performance.now() - heldSince > 250
    }
  }
}

test.each(['sqlite', ...(hasPostgres() ? ['postgres'] : [])])(
  'an import that is cancelled while it writes ends at once and has written nothing (%s)',
  async (kind) => {
    const settings = await prepare(kind)
    const db = openDatabase(settings, 'server')
    onTestFinished(() => db.destroy())
    await migrate(db)
    await slowDownWriting(db, settings)
    const engine = new LocalEngine({ db, log: { warn: () => {} } })
    engine.open()
    onTestFinished(() => engine.close())
    const { id } = await queuedJob(db, { type: 'import' })
    engine.start(id)
    const read = () => readJob(db, id)
    await expect.poll(writeWatch(db, settings), { interval: 2 }).toBe(true)

    const audit = auditAsServer
    const visible = within(db, everyCircuit)
    const dependencies = {
      db,
      visible,
      role: 'admin' as const,
      engine,
      importEngine: engine,
      audit,
      log: { warn: () => {} },
    }
    const job = await cancelOne(dependencies, id, user)
    expect(job).toMatchObject({
      status: 'failed',
      failureKind: 'cancelled',
      cancelledBy: 'Ann Lee',
    })
    await engine.close()
    expect(await read()).toMatchObject({ status: 'failed', error: 'Cancelled by Ann Lee' })
    expect(await db.selectFrom('volunteers').select('id').execute()).toEqual([])
    expect(await db.selectFrom('circuits').select('id').execute()).toEqual([])
  },
)
