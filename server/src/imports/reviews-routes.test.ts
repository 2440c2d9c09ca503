import { writeFile } from 'node:fs/promises'
import { ImportGuard } from '@dashboard/contract/imports'
import { toJson } from '@dashboard/store/database/column-values'
import { hashFile } from '@dashboard/store/files/hash-file'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { completeJob, failJob } from '@dashboard/store/jobs/finish-job'
import { runningJob } from '@dashboard/store/test/jobs'
import { describe, expect, it } from 'vitest'
import {
  addChange,
  guard,
  signedIn,
  storedImport,
  storedReview,
} from '../../test/stored-imports.ts'

describe('a review', () => {
  it('is queued, also after an export, but not while an import is active', async () => {
    const { db, user } = await signedIn()
    const alone = (await user.post('/api/imports/review')).json()
    expect(alone).toMatchObject({ exportJobId: null, message: 'The review is queued.' })
    const both = (await user.post('/api/imports/review', { withExport: true })).json()
    const jobs = await db.selectFrom('jobs').selectAll().orderBy('sequence').execute()
    expect(jobs).toMatchObject([
      { id: alone.jobId, type: 'review', dependsOn: null, importId: alone.importId },
      { id: both.exportJobId, type: 'export', importId: null },
      { id: both.jobId, type: 'review', dependsOn: both.exportJobId, importId: both.importId },
    ])
    await runningJob(db, { type: 'import' })
    const answer = await user.post('/api/imports/review')
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(/^An import is already queued or running/)
    expect((await user.get('/api/imports')).json().total).toBe(2)
  })

  it('of going back is for administrators, and for imports whose rows are stored', async () => {
    const { db, user, admin } = await signedIn()
    const source = await storedImport(db)
    const old = await storedImport(db, { rowsKey: null })
    expect((await user.post('/api/imports/review', { source })).statusCode).toBe(403)
    expect((await admin.post('/api/imports/review', { source: old })).statusCode).toBe(409)
    expect((await admin.post('/api/imports/review', { source: 'none' })).statusCode).toBe(404)
    const both = { source, withExport: true }
    expect((await admin.post('/api/imports/review', both)).statusCode).toBe(400)
    const { importId } = (await admin.post('/api/imports/review', { source })).json()
    const found = (await user.get(`/api/imports/${importId}`)).json().import
    expect(found).toMatchObject({ kind: 'restore', sourceImportId: source })
    expect(found.sourceCompletedAt).not.toBeNull()
  })

  it('of undoing the last import goes back to the one before it, for administrators', async () => {
    const { db, user, admin } = await signedIn()
    const before = await storedImport(db)
    expect((await admin.post('/api/imports/review', { undo: before })).statusCode).toBe(409)
    const bad = await storedImport(db)
    const isUndoable = async (id: string) =>
      (await admin.get(`/api/imports/${id}`)).json().import.isUndoable
    expect([await isUndoable(before), await isUndoable(bad)]).toEqual([false, true])
    expect((await user.post('/api/imports/review', { undo: bad })).statusCode).toBe(403)
    expect((await admin.post('/api/imports/review', { undo: before })).statusCode).toBe(409)
    const both = { undo: bad, source: before }
    expect((await admin.post('/api/imports/review', both)).statusCode).toBe(400)
    const { importId } = (await admin.post('/api/imports/review', { undo: bad })).json()
    const found = (await user.get(`/api/imports/${importId}`)).json().import
    expect(found).toMatchObject({ kind: 'restore', sourceImportId: before, undoneImportId: bad })
    await db.updateTable('imports').set({ rowsKey: null }).where('id', '=', before).execute()
    expect(await isUndoable(bad)).toBe(false)
    expect((await admin.post('/api/imports/review', { undo: bad })).statusCode).toBe(409)
  })

  it('that failed is retried as the same review', async () => {
    const { db, admin } = await signedIn()
    const source = await storedImport(db)
    const { importId, jobId } = (await admin.post('/api/imports/review', { source })).json()
    await claimJob(db, jobId, 'runner')
    await failJob(db, jobId, 'runner', { error: 'No', kind: 'other' })
    const again = (await admin.post(`/api/jobs/${jobId}/retry`)).json().jobId
    const job = await db.selectFrom('jobs').select('importId').where('id', '=', again).execute()
    expect(job).toEqual([{ importId }])
  })
})

describe('applying a review', () => {
  it('queues an import of its plan, once', async () => {
    const { db, settings, user } = await signedIn()
    const id = await storedReview(db, { fileHash: await writeSheet(settings.spreadsheet, 'a') })
    const { jobId, importId } = (await user.post(`/api/imports/${id}/apply`)).json()
    expect(importId).toBe(id)
    const job = await db.selectFrom('jobs').selectAll().where('id', '=', jobId).execute()
    expect(job).toMatchObject([{ type: 'import', importId: id }])
    expect((await user.post(`/api/imports/${id}/apply`)).statusCode).toBe(409)
    await claimJob(db, jobId, 'runner')
    await db.updateTable('imports').set({ state: 'completed' }).where('id', '=', id).execute()
    await completeJob(db, jobId, 'runner', null)
    const answer = await user.post(`/api/imports/${id}/apply`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'These changes have been imported already.',
    ])
  })

  it('is refused when volunteers have changed since, who are named', async () => {
    const { db, settings, user } = await signedIn()
    const id = await storedReview(db, { fileHash: await writeSheet(settings.spreadsheet, 'a') })
    for (const number of [1, 2, 3, 4, 5, 6]) await addChange(db, id, number, {})
    const answer = await user.post(`/api/imports/${id}/apply`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Review again: Person 1, Person 2, Person 3, Person 4, Person 5, and 1 other are not as reviewed.',
    ])
    const found = (await user.get(`/api/imports/${id}`)).json()
    expect(found.isOutdated).toBe(true)
    expect(found.import.outdated).toMatchObject({ volunteers: 6, isSheetChanged: false })
  })

  it('is refused when the sheet has changed', async () => {
    const { db, settings, user } = await signedIn()
    const fileHash = await writeSheet(settings.spreadsheet, 'a')
    const id = await storedReview(db, { fileHash })
    await writeSheet(settings.spreadsheet, 'b')
    const answer = await user.post(`/api/imports/${id}/apply`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Review again: the sheet has changed since.',
    ])
    await writeSheet(settings.spreadsheet, 'a')
    expect((await user.get(`/api/imports/${id}`)).json().isOutdated).toBe(false)
  })

  it('that removes too many needs an administrator and the number', async () => {
    const { db, settings, user, admin } = await signedIn()
    const stopped = { ...guard, isStopped: true, removals: 210, isTotalExceeded: true }
    const fileHash = await writeSheet(settings.spreadsheet, 'a')
    const id = await storedReview(db, { state: 'stopped', guard: toJson(stopped), fileHash })
    const apply = (who: typeof user, payload?: object) =>
      who.post(`/api/imports/${id}/apply`, payload)
    for (const answer of [
      await apply(user),
      await apply(user, { removals: 210 }),
      await apply(admin),
    ]) {
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'This import would remove 210 volunteers. An administrator has to confirm it with the number 210.',
      ])
    }
    const wrong = await apply(admin, { removals: 21 })
    expect(wrong.json().message).toBe('This import would remove 210 volunteers, not 21.')
    expect((await apply(admin, { removals: 210 })).statusCode).toBe(202)
    const row = await db.selectFrom('imports').select('guard').where('id', '=', id).execute()
    const { confirmedBy } = ImportGuard.parse(JSON.parse(row[0]?.guard ?? ''))
    expect(confirmedBy).not.toBeNull()
  })

  it('that erases columns needs an administrator and the number of values', async () => {
    const { db, settings, user, admin } = await signedIn()
    const stopped = {
      ...guard,
      isStopped: true,
      columns: [
        { column: 'Mobile Phone', isMissing: true, erased: 30, values: 30 },
        { column: 'Available', isMissing: false, erased: 20, values: 22 },
      ],
      erasures: 50,
    }
    const fileHash = await writeSheet(settings.spreadsheet, 'a')
    const id = await storedReview(db, { state: 'stopped', guard: toJson(stopped), fileHash })
    const apply = (who: typeof user, payload?: object) =>
      who.post(`/api/imports/${id}/apply`, payload)
    for (const answer of [
      await apply(user, { erasures: 50 }),
      await apply(admin),
      await apply(admin, { removals: 1 }),
    ]) {
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        "This import would erase 50 values of 'Mobile Phone' and 'Available'. An administrator has to confirm it with the number 50.",
      ])
    }
    expect((await apply(admin, { erasures: 5 })).json().message).toBe(
      "This import would erase 50 values of 'Mobile Phone' and 'Available', not 5.",
    )
    expect((await apply(admin, { erasures: 50 })).statusCode).toBe(202)
    const found = (await user.get(`/api/imports/${id}`)).json().import.guard
    expect(found).toMatchObject({ columns: stopped.columns, erasures: 50 })
    expect(found.confirmedBy).not.toBeNull()
  })

  it('that removes too many and erases columns needs both numbers', async () => {
    const { db, settings, admin } = await signedIn()
    const columns = [{ column: 'Zone', isMissing: true, erased: 12, values: 12 }]
    const both = { isStopped: true, removals: 210, isTotalExceeded: true, columns, erasures: 12 }
    const fileHash = await writeSheet(settings.spreadsheet, 'a')
    const stopped = toJson({ ...guard, ...both })
    const id = await storedReview(db, { state: 'stopped', guard: stopped, fileHash })
    const apply = (payload: object) => admin.post(`/api/imports/${id}/apply`, payload)
    expect((await apply({ removals: 210 })).json().message).toBe(
      "This import would remove 210 volunteers and erase 12 values of 'Zone'. An administrator has to confirm it with the numbers 210 and 12.",
    )
    expect((await apply({ removals: 210, erasures: 12 })).statusCode).toBe(202)
  })

  it('of going back is for administrators', async () => {
    const { db, user, admin } = await signedIn()
    const source = await storedImport(db)
    const id = await storedReview(db, { kind: 'restore', sourceImportId: source })
    expect((await user.post(`/api/imports/${id}/apply`)).statusCode).toBe(403)
    expect((await admin.post(`/api/imports/${id}/apply`)).statusCode).toBe(202)
  })
})

/** Writes a sheet of one volunteer; returns the hash of its file. */
async function writeSheet(spreadsheet: object, name: string): Promise<string | null> {
  const { path } = spreadsheet as { path: string }
  await writeFile(path, `First Name,Last Name,Circuit,Congregation\n${name},Lee,NY-1,Park\n`)
  return (await hashFile(path)) ?? null
}
