import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Role } from '@dashboard/contract/account-inputs'
import { describeColumns } from '@dashboard/runner/columns/describe-sheet'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { openFiles } from '@dashboard/store/files/open-files'
import { readSettings } from '@dashboard/store/settings/settings'
import { freshDatabase } from '@dashboard/store/test/database'
import { temporaryFolder } from '@dashboard/store/test/folder'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished, vi } from 'vitest'
import { signSessionToken } from '../src/accounts/sessions/session-token.ts'
import { openSession } from '../src/accounts/sessions/sessions.ts'
import { type AppOptions, buildApp, type ServerSettings } from '../src/app.ts'
import { drawLogo } from '../src/brand/draw-logo.ts'
import { ConditionWatch, type DiskSpace } from '../src/health/condition-watch.ts'
import { deriveSigningKey } from '../src/http/signing-key.ts'
import { createTestEngines } from './engine.ts'
import { activeAdmin, activeUser } from './users.ts'

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Settings that a test changes; of those of notices, each alone. */
type SettingsOverrides = Partial<Omit<ServerSettings, 'notices'>> & {
  notices?: Partial<ServerSettings['notices']>
}
type Overrides = Partial<Omit<AppOptions, 'settings'>> & { settings?: SettingsOverrides }

/** Starts the whole server on a fresh database and an empty data folder, and closes it after the test. */
export async function startTestApp({ settings: changes, replaced, ...overrides }: Overrides = {}) {
  const dataDir = await temporaryFolder()
  const defaults = testSettings(dataDir)
  const notices = { ...defaults.notices, ...changes?.notices }
  const settings = { ...defaults, ...changes, notices }
  const db = overrides.db ?? (await freshDatabase())
  const files = overrides.files ?? (await openFiles(settings.storage))
  const webFolder = join(dataDir, 'web')
  setDiskSpace({ freeBytes: 2e11, totalBytes: 4e11 })
  const app = await buildApp({
    version: '0.0.0-test',
    commit: 'c0ffee',
    createEngines: () => createTestEngines({ db, files, settings }),
    webFolder,
    replaced: {
      describeSheet: (wanted) => describeColumns(settings, wanted),
      drawLogo,
      ...replaced,
    },
    ...overrides,
    db,
    files,
    settings,
  })
  onTestFinished(() => app.close())
  await app.ready()
  return {
    app,
    db,
    files,
    settings,
    /** Signs in a new user of the role, or the given one. */
    as: (who: Role | UserRow) => signIn(app, db, settings, who),
    /** Sends a request without a session. */
    inject: (request: InjectOptions) => app.inject(request),
  }
}

/** Sets what every server believes about its disk until the test ends. */
export function setDiskSpace(space: DiskSpace): void {
  vi.spyOn(ConditionWatch.prototype, 'readSpace').mockResolvedValue(space)
}

export function testSettings(dataDir: string): ServerSettings {
  // Allows tests to create rows of any age: no loop notifies of old ones, or deletes them.
  const settings = readSettings({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    NOTICE_DATA_AGE_DAYS: '0',
  })
  const forEver = { jobs: 0, logs: 0, reports: 0, imports: 0, calls: 0, notices: 0, audit: 0 }
  return {
    ...settings,
    retention: forEver,
    sessionSecret: 'a secret for tests, long enough to sign with',
  }
}

async function signIn(app: FastifyInstance, db: Db, settings: ServerSettings, who: Role | UserRow) {
  const suffix = randomUUID().slice(0, 8)
  const user =
    typeof who === 'object'
      ? who
      : await (who === 'admin' ? activeAdmin : activeUser)(db, { username: `${who}-${suffix}` })
  const session = await openSession(db, user, settings.sessionTtlMs)
  const key = deriveSigningKey(settings.sessionSecret, 'session')
  const token = await signSessionToken(key, session)
  return {
    user,
    session,
    token,
    inject: (request: InjectOptions) =>
      app.inject({
        ...request,
        headers: { authorization: `Bearer ${token}`, ...request.headers },
      }),
  }
}
