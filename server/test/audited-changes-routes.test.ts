import { readdir } from 'node:fs/promises'
import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { withoutEntries } from '@dashboard/store/test/audit-log'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditScenarios } from './audited-endpoints.ts'
import { type AuditedServer, startAuditedServer } from './audited-server.ts'

const audited = allEndpoints.filter(({ name }) => name in auditScenarios)

/** What these calls bring serves once, and is used up by the refused call: a challenge, or the provider's code. */
const usedUp = ['signInWithPasskey', 'addPasskey', 'finishOpenIdSignIn', 'finishOpenIdLink']

test.each(audited)(
  '$name changes nothing, and answers no file, when its entry in the audit log is refused',
  async ({ name, method, path }) => {
    const setup = await startAuditedServer()
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(\\?|$)`)
    const refused: { status: number; before: Content; after: Content }[] = []
    setup.watch = (app) => {
      const inject = app.inject.bind(app) as (
        options: InjectOptions,
      ) => Promise<{ statusCode: number }>
      const injectTwice = async (options: InjectOptions) => {
        const isAudited = (options.method ?? 'GET') === method && pattern.test(String(options.url))
        if (!isAudited) return inject(options)
        const before = await readAll(setup)
        const { statusCode: status } = await withoutEntries(setup.db, () => inject(options))
        const call = { status, before, after: await readAll(setup) }
        const answer = await inject(options)
        const { rows } = await readAll(setup)
        const isEntered = rows.audit_log?.length !== before.rows.audit_log?.length
        if (isEntered || usedUp.includes(name)) refused.push(call)
        return answer
      }
      app.inject = injectTwice as FastifyInstance['inject']
    }
    setup.watch(setup.app)
    const made = auditScenarios[name]?.(setup)
    const expected = await (usedUp.includes(name) ? made?.catch(() => undefined) : made)
    expect(refused).not.toEqual([])
    for (const { status, before, after } of refused) {
      expect(after.rows).toEqual(before.rows)
      // A file that was written before its row was refused is swept later.
      expect(after.files).toEqual(expect.arrayContaining(before.files))
      expect(status).toBe(500)
    }
    // Each call was made again, and then did what it does.
    if (usedUp.includes(name)) return
    const { rows } = await readAll(setup)
    expect(rows.audit_log).toMatchObject((expected ?? []).map(({ action }) => ({ action })))
  },
)

type Content = Awaited<ReturnType<typeof readAll>>

/** Tries to sign in, and what serves once for them, are counted before they are checked: nobody tries twice. */
const counted = ['login_failures', 'openid_attempts', 'sign_in_tickets']

/** Returns all rows, and the names of all files. */
async function readAll({ db, settings }: Pick<AuditedServer, 'db' | 'settings'>) {
  const names = (await db.introspection.getTables()).map(({ name }) => name)
  const rows: Record<string, object[]> = {}
  for (const name of names.filter((each) => !counted.includes(each))) {
    const found = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    rows[name] = found.rows.map((row) => ({ ...row, wrongCodes: undefined }))
  }
  return { rows, files: await readdir(settings.dataDir, { recursive: true }) }
}
