import { retryJob } from '@dashboard/contract/jobs'
import { failActiveJob, failJob } from '@dashboard/store/jobs/finish-job'
import { insertReport } from '@dashboard/store/reports/stored-reports'
import { queuedJob, readJob, runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { reportOf } from '../../test/report-rows.ts'

const broken = { error: 'Broken', kind: 'other' } as const

async function signedIn() {
  const { db, as } = await startTestApp()
  const user = await as('user')
  const post = async (url: string, payload?: object) => {
    const body = payload !== undefined && { payload }
    const response = await user.inject({ method: 'POST', url, ...body })
    return { status: response.statusCode, body: response.json() }
  }
  return { db, post }
}

describe('retrying', () => {
  it('queues a failed job again with the same targets', async () => {
    const { db, post } = await signedIn()
    const failed = await runningJob(db, { type: 'circuit-report', targets: ['A', 'B'] })
    await failJob(db, failed.id, 'runner', broken)
    const { status, body } = await post(`/api/jobs/${failed.id}/retry`)
    expect(status).toBe(202)
    const { jobId } = retryJob.answer.parse(body)
    const retried = await readJob(db, jobId)
    expect(retried).toMatchObject({ status: 'queued', type: 'circuit-report', target: 'A, B' })
  })

  it.each(['import', 'review'] as const)(
    'refuses an %s whose export has failed: it would read the old sheet',
    async (type) => {
      const { db, post } = await signedIn()
      const exported = await runningJob(db)
      const { id } = await queuedJob(db, { type, dependsOn: exported.id })
      await failJob(db, exported.id, 'runner', broken)
      expect(await post(`/api/jobs/${id}/retry`)).toMatchObject({
        status: 409,
        body: { message: `The export before this ${type} did not complete: run the sync again.` },
      })
    },
  )

  it('can leave out the targets that have their report', async () => {
    const { db, post } = await signedIn()
    const failed = await runningJob(db, { type: 'circuit-report', targets: ['A', 'B'] })
    await insertReport(db, reportOf(failed.id, 'A'), 'runner')
    await failJob(db, failed.id, 'runner', broken)
    const { body } = await post(`/api/jobs/${failed.id}/retry`, { failedOnly: true })
    expect(JSON.parse((await readJob(db, body.jobId)).targets)).toEqual(['B'])
  })

  it.each([undefined, {}, { failedOnly: false }])(
    'makes every report again when asked with %j, even those already made',
    async (payload) => {
      const { db, post } = await signedIn()
      const failed = await runningJob(db, { type: 'circuit-report', targets: ['A', 'B'] })
      await insertReport(db, reportOf(failed.id, 'A'), 'runner')
      await failJob(db, failed.id, 'runner', broken)
      const { body } = await post(`/api/jobs/${failed.id}/retry`, payload)
      expect(JSON.parse((await readJob(db, body.jobId)).targets)).toEqual(['A', 'B'])
    },
  )

  it('queues nothing when all reports were made and only failed ones are requested', async () => {
    const { db, post } = await signedIn()
    const failed = await runningJob(db, { type: 'circuit-report', targets: ['A'] })
    await insertReport(db, reportOf(failed.id, 'A'), 'runner')
    await failJob(db, failed.id, 'runner', broken)
    expect(await post(`/api/jobs/${failed.id}/retry`, { failedOnly: true })).toEqual({
      status: 409,
      body: { message: 'Every report of this job has been made; there is nothing to retry.' },
    })
    expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(1)
    const all = await post(`/api/jobs/${failed.id}/retry`)
    expect(JSON.parse((await readJob(db, all.body.jobId)).targets)).toEqual(['A'])
  })

  it('creates one job however often it is pressed, until that job has ended', async () => {
    const { db, post } = await signedIn()
    const failed = await runningJob(db, { type: 'circuit-report', targets: ['A'] })
    await failJob(db, failed.id, 'runner', broken)
    const press = () => post(`/api/jobs/${failed.id}/retry`)
    const answers = await Promise.all(Array.from({ length: 10 }, press))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202))
    const [jobId, ...others] = new Set(answers.map(({ body }) => body.jobId))
    expect(others).toEqual([])
    expect((await press()).body.jobId).toBe(jobId)
    expect(await db.selectFrom('jobs').select('id').execute()).toHaveLength(2)

    await failActiveJob(db, jobId, broken)
    expect((await press()).body.jobId).not.toBe(jobId)
  })

  it('refuses what has not failed, and a second active import', async () => {
    const { db, post } = await signedIn()
    const failed = await runningJob(db, { type: 'import' })
    expect((await post(`/api/jobs/${failed.id}/retry`)).status).toBe(409)
    await failJob(db, failed.id, 'runner', broken)
    await queuedJob(db, { type: 'import' })
    const { status, body } = await post(`/api/jobs/${failed.id}/retry`)
    expect(status).toBe(409)
    expect(body.message).toContain('An import is already queued or running')
  })
})
