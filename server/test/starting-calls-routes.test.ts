import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { nowIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { completeJob } from '@dashboard/store/jobs/finish-job'
import { freshDatabase } from '@dashboard/store/test/database'
import { describe, expect, test } from 'vitest'
import { startTestApp } from './app.ts'
import { idleEngine } from './engine.ts'
import { endJobs, otherCalls, type StartingCall, startingCalls } from './starting-calls.ts'
import { makeToken } from './tokens.ts'
import { activeUser } from './users.ts'

const named = new Map(allEndpoints.map((endpoint) => [endpoint.name, endpoint]))

function endpointOf({ call }: StartingCall) {
  const endpoint = named.get(call)
  if (!endpoint) throw new Error(`There is no call ${call}`)
  return endpoint
}

/** What an access token gets that only reads, and one that changes things, of a user and of an administrator. */
function tokensAnswers(each: StartingCall) {
  const mayBeCalled = endpointOf(each).tokens !== 'none'
  return { reading: 403, user: mayBeCalled ? each.answers[0] : 403 }
}

test('every call that changes something is in the list, or declared to start nothing', () => {
  const listed = new Set([...startingCalls.map(({ call }) => call), ...otherCalls])
  const changing = allEndpoints.filter(({ method }) => method !== 'GET').map(({ name }) => name)
  expect([...listed].sort()).toEqual(changing.sort())
})

describe.each(startingCalls)('$call: $state', (each) => {
  test('answers each caller as listed, and starts nothing for those it refuses', async () => {
    const { db, people, somebodyElse, ask } = await start()
    const found: Record<string, number> = {}
    for (const { name, headers, id } of people) {
      await endJobs(db)
      const request = (await each.arrange?.({ db, caller: { id }, somebodyElse })) ?? {}
      const before = await readStarted(db)
      const answer = await ask(each, request, headers)
      found[name] = answer.statusCode
      if (answer.statusCode >= 400) expect([name, await readStarted(db)]).toEqual([name, before])
    }
    const [user, limited, administrator] = each.answers
    const tokens = tokensAnswers(each)
    expect(found).toEqual({
      nobody: 401,
      user,
      limited,
      administrator,
      'a reading token of an administrator': tokens.reading,
      'a changing token of a user': tokens.user,
    })
  })
})

/** Returns what a refused call must leave as it was. */
async function readStarted(db: Db) {
  return {
    jobs: await db.selectFrom('jobs').select(['id', 'status']).orderBy('sequence').execute(),
    imports: await db
      .selectFrom('imports')
      .select(['id', 'applyJobId', 'guard'])
      .orderBy('number')
      .execute(),
    schedules: await db.selectFrom('schedules').selectAll().execute(),
  }
}

/** Starts a server whose runners do nothing, with a person of each kind. */
async function start() {
  const db = await freshDatabase()
  const importEngine = { ...idleEngine, start: (id: string) => void completeAtOnce(db, id) }
  const app = await startTestApp({
    db,
    createEngines: () => ({ engine: idleEngine, importEngine }),
  })
  await addPlaces(db)
  const user = await app.as('user')
  const limited = await app.as(await activeUser(db, { circuits: toJson(['NY-1']) }))
  const admin = await app.as('admin')
  const { id } = await activeUser(db)
  const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
  const people = [
    { name: 'nobody', headers: {}, id: user.user.id },
    { name: 'user', headers: bearer(user), id: user.user.id },
    { name: 'limited', headers: bearer(limited), id: limited.user.id },
    { name: 'administrator', headers: bearer(admin), id: admin.user.id },
    {
      name: 'a reading token of an administrator',
      headers: (await makeToken(admin, { access: 'read' })).headers,
      id: admin.user.id,
    },
    {
      name: 'a changing token of a user',
      headers: (await makeToken(user, { access: 'write' })).headers,
      id: user.user.id,
    },
  ]
  const ask = (
    each: StartingCall,
    { id: of = 'none', query = '', payload }: { id?: string; query?: string; payload?: object },
    headers: Record<string, string>,
  ) => {
    const { method, path } = endpointOf(each)
    const url = path.replace(/:\w+/, of) + query
    return app.inject({ method, url, headers, ...(payload && { payload }) })
  }
  return { db, people, somebodyElse: { id }, ask }
}

async function completeAtOnce(db: Db, id: string): Promise<void> {
  await claimJob(db, id, 'runner')
  const outcome = { rowCount: 1, circuitsCount: 1, unknownColumns: [] }
  await completeJob(db, id, 'runner', outcome)
}

/** Adds one congregation and one volunteer to each of two circuits. */
async function addPlaces(db: Db): Promise<void> {
  const at = nowIso()
  for (const [circuit, name] of [
    ['NY-1', 'Own'],
    ['NY-2', 'Moved'],
  ] as const) {
    await db
      .insertInto('circuits')
      .values({ id: circuit, name: circuit, congregations: 1 })
      .execute()
    await db
      .insertInto('congregations')
      .values({ id: name, name, circuitId: circuit, createdAt: at })
      .execute()
    const volunteer = { id: circuit, firstName: 'Ann', lastName: 'Lee', circuitId: circuit }
    await db
      .insertInto('volunteers')
      .values({ ...volunteer, congregationId: name, createdAt: at, updatedAt: at })
      .execute()
  }
}
