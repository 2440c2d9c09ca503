import { getJob, listJobs, syncJobs } from '@dashboard/contract/jobs'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { insertReport } from '@dashboard/store/reports/stored-reports'
import { freshDatabase } from '@dashboard/store/test/database'
import { queuedJob, readJob, runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { idleEngine } from '../../test/engine.ts'
import { reportOf } from '../../test/report-rows.ts'

const broken = { error: 'Broken', kind: 'other' } as const

async function signedIn() {
  const { db, as } = await startTestApp()
  const user = await as('user')
  const get = async (url: string) => {
    const response = await user.inject({ method: 'GET', url })
    return { status: response.statusCode, body: response.json(), headers: response.headers }
  }
  const post = async (url: string, payload?: object) => {
    const response = await user.inject({
      method: 'POST',
      url,
      ...(payload !== undefined && { payload }),
    })
    return { status: response.statusCode, body: response.json() }
  }
  return { db, user, get, post }
}

describe('GET /api/jobs', () => {
  it('lists the newest first, without logs, as the contract says', async () => {
    const { db, get } = await signedIn()
    const first = await queuedJob(db, { type: 'circuit-report', targets: ['NJ 07, North', 'NY-1'] })
    const second = await runningJob(db)
    const { body } = await get('/api/jobs')
    const { jobs } = listJobs.answer.parse(body)
    expect(jobs.map((job) => job.id)).toEqual([second.id, first.id])
    expect(jobs[1]).toMatchObject({
      target: 'NJ 07, North, NY-1',
      targets: ['NJ 07, North', 'NY-1'],
      logs: null,
      status: 'queued',
    })
    expect(body.jobs[0]).not.toHaveProperty('leaseOwner')
  })

  it('says why jobs failed, who cancelled them and how many reports they made', async () => {
    const { db, user, get, post } = await signedIn()
    const report = await runningJob(db, { type: 'circuit-report', targets: ['A', 'B'] })
    await insertReport(db, reportOf(report.id, 'A'), 'runner')
    await failJob(db, report.id, 'runner', broken)
    const sheet = await runningJob(db, { type: 'import' })
    await failJob(db, sheet.id, 'runner', { error: 'No header row.', kind: 'unreadable-sheet' })
    const first = await runningJob(db)
    const second = await queuedJob(db, { type: 'import', dependsOn: first.id })
    await post(`/api/jobs/${first.id}/cancel`)
    const waiting = await queuedJob(db, { type: 'congregation-report', targets: ['Central'] })

    const cancelledBy = `${user.user.firstName} ${user.user.lastName}`
    const none = { failureKind: null, cancelledBy: null, reports: null }
    const expected = [
      { ...none, id: waiting.id, reports: { made: 0, total: 1 } },
      { ...none, id: second.id, failureKind: 'dependency', cancelledBy },
      { ...none, id: first.id, failureKind: 'cancelled', cancelledBy },
      { ...none, id: sheet.id, failureKind: 'unreadable-sheet' },
      { ...none, id: report.id, failureKind: 'other', reports: { made: 1, total: 2 } },
    ]
    const { jobs } = listJobs.answer.parse((await get('/api/jobs')).body)
    expect(jobs).toMatchObject(expected)
    expect((await get('/api/jobs')).body.jobs[0]).not.toHaveProperty('reportsMade')
    for (const facts of expected) {
      const { job } = getJob.answer.parse((await get(`/api/jobs/${facts.id}`)).body)
      expect(job).toMatchObject(facts)
    }
  })

  it('answers every character as it was written, alone and in a list, with all fields and no others', async () => {
    const { db, get } = await signedIn()
    const odd = '"\\ / \u0001\t\n\u2028 é 강 🌸 {"a":1} \ud83d null'.toWellFormed()
    const { id } = await runningJob(db, { type: 'circuit-report', targets: [odd, ''] })
    const retrying = { system: 'locust' as const, attempt: 2, tries: 5 }
    await db
      .updateTable('jobs')
      .set({ step: odd, logs: odd, retrying: JSON.stringify(retrying), reportsMade: 3 })
      .execute()
    const { job } = (await get(`/api/jobs/${id}`)).body
    expect(Object.keys(job).toSorted()).toEqual(
      Object.keys(getJob.answer.shape.job.shape).toSorted(),
    )
    const written = { targets: [odd, ''], step: odd, retrying, reports: { made: 2, total: 2 } }
    expect(getJob.answer.parse({ job }).job).toMatchObject({ ...written, logs: odd })
    const { jobs } = listJobs.answer.parse((await get('/api/jobs')).body)
    expect(jobs).toEqual([{ ...job, logs: null }])
  })

  it('counts a report at once, and still after it was deleted', async () => {
    const { db, user, get } = await signedIn()
    const { id } = await runningJob(db, { type: 'circuit-report', targets: ['A', 'B'] })
    const { headers } = await get('/api/jobs')
    expect(await insertReport(db, reportOf(id, 'A'), 'runner')).toBe(true)
    expect(await insertReport(db, reportOf(id, 'A', 'again'), 'runner')).toBe(false)
    const changed = await user.inject({
      method: 'GET',
      url: '/api/jobs',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(changed.json().jobs).toMatchObject([{ id, reports: { made: 1, total: 2 } }])
    await user.inject({ method: 'DELETE', url: '/api/reports/report-A' })
    expect((await get(`/api/jobs/${id}`)).body.job.reports).toEqual({ made: 1, total: 2 })
    // A runner that found the report missing made it again.
    for (const target of ['A', 'B']) await insertReport(db, reportOf(id, target), 'runner')
    expect((await get(`/api/jobs/${id}`)).body.job.reports).toEqual({ made: 2, total: 2 })
  })

  it('lists active jobs instead of the oldest ended ones, however many newer jobs there are', async () => {
    const { db, get } = await signedIn()
    const waiting = await queuedJob(db, { type: 'circuit-report', targets: ['NY-1'] })
    const running = await runningJob(db, { type: 'circuit-report', targets: ['NY-2'] })
    const ended: string[] = []
    for (const target of ['A', 'B', 'C']) {
      const { id } = await runningJob(db, { type: 'circuit-report', targets: [target] })
      await completeJob(db, id, 'runner', null)
      ended.unshift(id)
    }
    const newest = await queuedJob(db, { type: 'circuit-report', targets: ['NY-3'] })
    const listed = async (limit: number) => {
      const { body } = await get(`/api/jobs?limit=${limit}`)
      return listJobs.answer.parse(body).jobs.map(({ id }) => id)
    }
    const [last = '', middle = '', first = ''] = ended
    expect(await listed(6)).toEqual([newest.id, last, middle, first, running.id, waiting.id])
    expect(await listed(4)).toEqual([newest.id, last, running.id, waiting.id])
    expect(await listed(3)).toEqual([newest.id, running.id, waiting.id])
    expect(await listed(2)).toEqual([newest.id, running.id])
  })

  it('answers 304 until something changes', async () => {
    const { db, user, get } = await signedIn()
    await queuedJob(db)
    const { headers } = await get('/api/jobs?limit=5')
    const again = () =>
      user.inject({
        method: 'GET',
        url: '/api/jobs?limit=5',
        headers: { 'if-none-match': String(headers.etag) },
      })
    expect((await again()).statusCode).toBe(304)
    await queuedJob(db, { type: 'import' })
    const changed = await again()
    expect(changed.statusCode).toBe(200)
    expect(changed.json().jobs).toHaveLength(2)
  })

  it('does not answer 304 for the version of a list of another length', async () => {
    const { db, user, get } = await signedIn()
    await queuedJob(db)
    await queuedJob(db, { type: 'import' })
    const { headers, body } = await get('/api/jobs?limit=1')
    expect(body.jobs).toHaveLength(1)
    for (const url of ['/api/jobs?limit=2', '/api/jobs']) {
      const response = await user.inject({
        method: 'GET',
        url,
        headers: { 'if-none-match': String(headers.etag) },
      })
      expect(response.statusCode).toBe(200)
      expect(response.json().jobs).toHaveLength(2)
    }
  })

  it('does not answer 304 for the version of another database', async () => {
    const former = await signedIn()
    await queuedJob(former.db)
    const { headers } = await former.get('/api/jobs')

    const { db, user } = await signedIn()
    const { id } = await queuedJob(db)
    const response = await user.inject({
      method: 'GET',
      url: '/api/jobs',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect(response.statusCode).toBe(200)
    expect(response.json().jobs).toMatchObject([{ id }])
  })

  it('continues after a page, with each ended job once, even where old active ones came first', async () => {
    const { db, get } = await signedIn()
    const old = await runningJob(db)
    const ended: string[] = []
    for (let index = 0; index < 7; index++) {
      const { id } = await runningJob(db, { type: 'circuit-report', targets: [`NY-${index}`] })
      await completeJob(db, id, 'runner', null)
      ended.unshift(id)
    }
    const pages: string[][] = []
    for (let cursor = ''; ; ) {
      const { body } = await get(`/api/jobs?limit=3${cursor && `&cursor=${cursor}`}`)
      pages.push(body.jobs.map((job: { id: string }) => job.id))
      if (body.nextCursor === null) break
      cursor = body.nextCursor
    }
    expect(pages[0]).toEqual([...ended.slice(0, 2), old.id])
    expect(pages.flat().filter((id) => id !== old.id)).toEqual(ended)
    expect(pages).toHaveLength(3)
    expect((await get('/api/jobs')).body.nextCursor).toBeNull()
    expect((await get('/api/jobs?cursor=abc')).status).toBe(400)
  })

  it('filters by state, kind and person, however long ago', async () => {
    const { db, user, get } = await signedIn()
    const failed = await runningJob(db)
    await failJob(db, failed.id, 'runner', broken)
    const mine = await runningJob(db, { type: 'import' })
    await completeJob(db, mine.id, 'runner', null)
    const own = { createdById: user.user.id }
    await db.updateTable('jobs').set(own).where('id', '=', mine.id).execute()
    const active = await queuedJob(db, { type: 'circuit-report', targets: ['NY-1'] })
    const newest: string[] = []
    for (let index = 0; index < 3; index++) {
      const { id } = await runningJob(db, { type: 'circuit-report', targets: [`NJ-${index}`] })
      await completeJob(db, id, 'runner', null)
      newest.unshift(id)
    }
    const idsOf = async (query: string) => {
      const { body } = await get(`/api/jobs?limit=2&${query}`)
      return body.jobs.map((job: { id: string }) => job.id)
    }
    expect(await idsOf('')).toEqual([newest[0], active.id])
    expect(await idsOf('status=failed')).toEqual([failed.id])
    expect(await idsOf('status=active')).toEqual([active.id])
    expect(await idsOf('status=completed')).toEqual(newest.slice(0, 2))
    expect(await idsOf('kind=import')).toEqual([mine.id])
    expect(await idsOf('mine=true')).toEqual([mine.id])
    expect(await idsOf('mine=true&status=failed')).toEqual([])
    const other = await get('/api/jobs?status=broken')
    expect([other.status, other.body.message]).toEqual([
      400,
      'status must be queued, running, completed, failed or active',
    ])
  })

  it('treats a limit over 500 as 500, and ignores unknown parameters', async () => {
    const { db, get } = await signedIn()
    const { id } = await queuedJob(db)
    for (const query of ['limit=501', 'limit=5000', 'colour=red', 'limit=1000&page=2']) {
      const { status, body } = await get(`/api/jobs?${query}`)
      expect([query, status, body.jobs]).toMatchObject([query, 200, [{ id }]])
    }
  })

  it.each(['0', '-1', '1.5', 'many', ''])('refuses the limit %j', async (limit) => {
    const { get } = await signedIn()
    const { status, body } = await get(`/api/jobs?limit=${limit}`)
    expect(status).toBe(400)
    expect(body.message).toBe('limit must be a whole number from 1')
  })
})

describe('GET /api/jobs/{id}', () => {
  it('answers one job with its log', async () => {
    const { db, get } = await signedIn()
    const { id } = await runningJob(db)
    await failJob(db, id, 'runner', broken)
    const { job } = getJob.answer.parse((await get(`/api/jobs/${id}`)).body)
    expect(job).toMatchObject({ status: 'failed', error: 'Broken', elapsedTime: '< 1s' })
  })

  it.each(['no-such-job', '%00', 'x'.repeat(300)])('answers 404 for %j', async (id) => {
    const { get } = await signedIn()
    expect((await get(`/api/jobs/${id}`)).status).toBe(404)
  })
})

describe('cancelling', () => {
  it('fails the job at once and says who did it', async () => {
    const { db, post, user } = await signedIn()
    const { id } = await runningJob(db)
    const { status, body } = await post(`/api/jobs/${id}/cancel`)
    expect(status).toBe(200)
    const name = `${user.user.firstName} ${user.user.lastName}`
    expect(body.job).toMatchObject({ status: 'failed', error: `Cancelled by ${name}` })
    const again = await post(`/api/jobs/${id}/cancel`)
    expect(again).toEqual({ status: 409, body: { message: 'The job has already been cancelled.' } })
  })

  it('cancels everything that is active, and nothing else', async () => {
    const { db, post } = await signedIn()
    const done = await runningJob(db, { type: 'circuit-report' })
    await completeJob(db, done.id, 'runner', null)
    const first = await runningJob(db)
    const second = await queuedJob(db, { type: 'import', dependsOn: first.id })
    const { body } = await post('/api/jobs/cancel-all')
    expect(body).toEqual({ cancelled: 2, message: 'Cancelled 2 jobs.' })
    expect((await readJob(db, done.id)).status).toBe('completed')
    expect((await readJob(db, second.id)).error).toContain('Cancelled by')
    expect((await post('/api/jobs/cancel-all')).body.cancelled).toBe(0)
  })
})

describe('clearing', () => {
  it('clears completed jobs and dismisses ended ones', async () => {
    const { db, user, post } = await signedIn()
    const done = await runningJob(db)
    await completeJob(db, done.id, 'runner', null)
    const active = await runningJob(db)
    expect((await post('/api/jobs/clear-completed')).body).toEqual({
      cleared: 1,
      message: 'Cleared 1 completed job.',
    })
    const dismiss = () => user.inject({ method: 'DELETE', url: `/api/jobs/${active.id}` })
    expect((await dismiss()).statusCode).toBe(409)
    await failJob(db, active.id, 'runner', broken)
    expect((await dismiss()).statusCode).toBe(200)
    expect((await dismiss()).statusCode).toBe(404)
  })
})

describe('syncing', () => {
  it('answers in one shape for all who ask', async () => {
    const { db, post } = await signedIn()
    const { id } = await runningJob(db)
    const one = await post(`/api/jobs/${id}/sync`)
    expect(one.body).toMatchObject({ updated: false, job: { id } })
    for (const path of ['/api/jobs/sync', '/api/jobs/sync-github']) {
      const answer = syncJobs.answer.parse((await post(path, {})).body)
      expect(answer).toEqual({
        success: true,
        updated: 0,
        message: 'All jobs are already up to date.',
      })
    }
    expect((await post('/api/jobs/none/sync')).status).toBe(404)
  })

  it.each([
    { asked: 'the job that changed', updated: true, status: 'failed' },
    { asked: 'another job', updated: false, status: 'running' },
  ])('says of $asked whether it has changed', async ({ updated, status }) => {
    const db = await freshDatabase()
    const ended = await runningJob(db)
    const other = await runningJob(db, { type: 'circuit-report' })
    const sync = async () => {
      await failJob(db, ended.id, 'runner', broken)
      return 1
    }
    const engine = { ...idleEngine, sync }
    const createEngines = () => ({ engine, importEngine: idleEngine })
    const user = await (await startTestApp({ db, createEngines })).as('user')
    const { id } = updated ? ended : other
    const answer = await user.inject({ method: 'POST', url: `/api/jobs/${id}/sync` })
    expect(answer.json()).toMatchObject({ updated, job: { status } })
  })
})
