import { join } from 'node:path'
import { hasPostgres, startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LocalEngine } from './local-engine.ts'

test.runIf(hasPostgres())(
  'a job that is started while PostgreSQL has no connection left waits for one, and completes',
  async () => {
    const server = await startPostgres({
      settings: ['max_connections=8', 'superuser_reserved_connections=0'],
    })
    if (!server) throw new Error('There is no PostgreSQL')
    onTestFinished(() => server.stop())
    const folder = await temporaryFolder()
    vi.stubEnv('DATA_DIR', folder)
    vi.stubEnv('DATABASE_URL', server.url)
    vi.stubEnv('SESSION_SECRET', 'a secret that is as long as one has to be')
    vi.stubEnv('SPREADSHEET', `file:${join(folder, 'volunteers.csv')}`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const db = openDatabase({ kind: 'postgres', url: server.url, pool: 2 }, 'server')
    onTestFinished(() => db.destroy())
    await migrate(db)
    const engine = new LocalEngine({ db, log: { warn: () => {} } })
    engine.open()
    onTestFinished(() => engine.close())
    const others: pg.Client[] = []
    const takeAll = async () => {
      for (;;) {
        const other = new pg.Client({ connectionString: server.url })
        const isTaken = await other.connect().then(
          () => true,
          () => false,
        )
        if (!isTaken) return
        others.push(other)
      }
    }
    await takeAll()
    const { id } = await queuedJob(db, { type: 'export' })
    engine.start(id)
    // Longer than three starts in a row take; the job must not have failed after them.
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    expect(await readJob(db, id)).toMatchObject({ status: 'queued', attempts: 0 })
    await Promise.all(others.map((other) => other.end()))
    await expect
      .poll(async () => (await readJob(db, id)).status, { timeout: 60_000, interval: 200 })
      .toBe('completed')
    expect((await readJob(db, id)).attempts).toBe(1)
  },
)
