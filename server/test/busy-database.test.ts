import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrate } from '@dashboard/store/database/migrate'
import { openDatabase } from '@dashboard/store/database/open-database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { queuedJob, readJob } from '@dashboard/store/test/jobs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from './app.ts'
import { timed } from './slowed-clock.ts'
import { activeUser } from './users.ts'

/** Starts a server on SQLite while another program writes without ending. */
async function startBesideWriter() {
  const path = join(await temporaryFolder(), 'dashboard.db')
  const db = openDatabase({ kind: 'sqlite', path }, 'server')
  onTestFinished(() => db.destroy())
  await migrate(db)
  const app = await startTestApp({ db })
  await activeUser(db, { username: 'uma' })
  const user = await app.as('user')
  const job = await queuedJob(db)
  const other = new DatabaseSync(path)
  const block = () => other.exec('begin immediate')
  onTestFinished(() => other.close())
  return { ...app, user, job, other, block, unblock: () => other.exec('rollback') }
}

test('reads and health are answered at once while the write lock is held', async () => {
  const { db, inject, user, job, block, unblock } = await startBesideWriter()
  const urls = ['/api/jobs', `/api/jobs/${job.id}`, '/api/reports', '/api/monitoring/status']
  for (const url of urls) await user.inject({ url })
  block()
  let hasWaited = false
  const writing = db
    .updateTable('jobs')
    .set({ progress: 1 })
    .execute()
    .catch(() => undefined)
    .finally(() => {
      hasWaited = true
    })
  for (const url of ['/api/health', ...urls]) {
    const { statusCode } =
      url === '/api/health' ? await inject({ url }) : await user.inject({ url })
    expect([url, statusCode]).toEqual([url, 200])
  }
  // All came before what has to wait for the lock has given up.
  expect(hasWaited).toBe(false)
  unblock()
  await writing
})

test('a call that has to write waits for the lock, and completes once that is free', async () => {
  const { inject, user, job, block, unblock } = await startBesideWriter()
  const logIn = inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username: 'uma', password: 'wrong password' },
  })
  block()
  const cancel = user.inject({ method: 'POST', url: `/api/jobs/${job.id}/cancel` })
  setTimeout(unblock, 3_000)
  expect((await logIn).statusCode).toBe(401)
  expect((await cancel).statusCode).toBe(200)
})

test('a call that has waited as long as its caller would is 503 with a sentence, and has done nothing', async () => {
  const { db, user, job, block, unblock } = await startBesideWriter()
  block()
  const { result: response, ms } = await timed(() =>
    user.inject({ method: 'POST', url: `/api/jobs/${job.id}/cancel` }),
  )
  expect(ms).toBeLessThan(15_000)
  expect(response.statusCode).toBe(503)
  expect(response.json().message).toMatch(/^The database is busy/)
  unblock()
  expect((await readJob(db, job.id)).status).toBe('queued')
})

/** Uses a session that was last used long ago, once `prepare` was called, and closes the server. */
async function useSession(prepare: (world: Awaited<ReturnType<typeof startBesideWriter>>) => void) {
  const world = await startBesideWriter()
  const { app, db, user } = world
  const long = { lastSeenAt: '2026-01-01T00:00:00.000Z' }
  await db.updateTable('sessions').set(long).where('id', '=', user.session.id).execute()
  const warn = vi.spyOn(app.log, 'warn')
  prepare(world)
  expect((await user.inject({ url: '/api/jobs' })).statusCode).toBe(200)
  await app.close()
  return warn
}

test('a last use of a session that is not written while the lock is held causes no warning', async () => {
  const warn = await useSession(({ block }) => block())
  expect(warn).not.toHaveBeenCalled()
})

test('a last use of a session that cannot be written for another reason causes a warning', async () => {
  const warn = await useSession(({ other }) =>
    other.exec(
      `create trigger refusal before update on sessions begin select raise(abort, 'refused'); end`,
    ),
  )
  expect(warn).toHaveBeenCalledWith(
    { err: expect.objectContaining({ message: expect.stringContaining('refused') }) },
    'The last use of a session could not be written',
  )
})
