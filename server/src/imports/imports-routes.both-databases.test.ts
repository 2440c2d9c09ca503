import { writePlaces } from '@dashboard/store/imports/import-places'
import { claimJob } from '@dashboard/store/jobs/claim-job'
import { cancelJob } from '@dashboard/store/jobs/finish-job'
import { describe, expect, it } from 'vitest'
import {
  addChange,
  guard,
  signedIn,
  storedImport,
  storedReview,
} from '../../test/stored-imports.ts'

describe('the list of imports', () => {
  it('has reviews and imports, newest first, by pages and kinds', async () => {
    const { db, user } = await signedIn()
    const first = await storedImport(db, { createdBy: 'Grace', hasDetails: 0, rowsKey: null })
    const second = await storedImport(db)
    const third = await storedReview(db)
    const page = (await user.get('/api/imports?limit=2')).json()
    expect(page).toMatchObject({
      total: 3,
      imports: [
        { id: third, kind: 'review', status: 'ready', isRestorable: false, isCurrent: false },
        { id: second, kind: 'import', status: 'completed', isRestorable: true, isCurrent: true },
      ],
    })
    const rest = (await user.get(`/api/imports?limit=2&cursor=${page.nextCursor}`)).json()
    expect(rest).toMatchObject({ imports: [{ id: first, hasDetails: false }], nextCursor: null })
    expect(rest.imports[0]).toMatchObject({ isRestorable: false, totals: { rows: 12 } })
    const idsOf = async (query: string) =>
      (await user.get(`/api/imports?${query}`)).json().imports.map(({ id }: { id: string }) => id)
    expect(await idsOf('kind=review')).toEqual([third])
    expect(await idsOf('completed=true&sort=createdAt')).toEqual([first, second])
    expect(await idsOf('q=grace')).toEqual([first])
  })

  it('has the status of a job that works on it', async () => {
    const { db, user, admin } = await signedIn()
    const { importId, jobId } = (await user.post('/api/imports/review')).json()
    const status = async () => (await user.get(`/api/imports/${importId}`)).json().import.status
    expect(await status()).toBe('queued')
    expect((await user.get(`/api/jobs/${jobId}`)).json().job.importId).toBe(importId)
    await claimJob(db, jobId, 'runner')
    expect(await status()).toBe('running')
    expect((await admin.post(`/api/imports/${importId}/apply`)).statusCode).toBe(409)
    await cancelJob(db, jobId, 'Ann Lee')
    expect(await status()).toBe('cancelled')
    const answer = await user.post(`/api/imports/${importId}/apply`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Review again: this review was interrupted.',
    ])
  })
})

describe('one import', () => {
  it('has its numbers by circuit and congregation, and the people it changes', async () => {
    const { db, user } = await signedIn()
    const counts = { new: 0, moved: 1, changed: 0, left: 0, unchanged: 3, skipped: 0 }
    const place = { ...counts, isNew: false, isGone: false }
    const circuit = {
      circuit: 'NY-1',
      ...place,
      congregations: [{ congregation: 'Park', ...place }],
    }
    const id = await storedImport(db, { warnings: '[]' })
    await writePlaces(db, { id, number: 1 }, [circuit])
    await addChange(db, id, 1, { kind: 'moved', fromCircuit: 'NY-2', fromCongregation: 'Hill' })
    await addChange(db, id, 2, { name: 'Ann Lee', nameKey: 'ann lee l7', isDoubtful: 1 })
    await addChange(db, id, 3, { kind: 'new', fromCircuit: null, fromCongregation: null })
    const found = (await user.get(`/api/imports/${id}`)).json()
    expect(found).toMatchObject({ isOutdated: false, import: { id, guard }, circuits: [circuit] })
    const names = async (query: string) =>
      (await user.get(`/api/imports/${id}/changes?${query}`))
        .json()
        .changes.map(({ name }: { name: string }) => name)
    expect(await names('')).toEqual(['Ann Lee', 'Person 1', 'Person 3'])
    expect(await names('sort=-name&kind=new')).toEqual(['Person 3'])
    expect(await names('circuit=NY-2&congregation=Hill')).toEqual(['Person 1'])
    expect(await names('circuit=NY-2&congregation=Park')).toEqual([])
    expect(await names('q=L7')).toEqual(['Ann Lee'])
    await addChange(db, id, 4, { name: 'Zoë O’Hara', nameKey: 'zoë o’hara' })
    expect(await names("q=zoe O'Hara")).toEqual(['Zoë O’Hara'])
    expect(await names('doubtful=true')).toEqual(['Ann Lee'])
    const page = (await user.get(`/api/imports/${id}/changes?limit=1`)).json()
    const next = await user.get(`/api/imports/${id}/changes?limit=1&cursor=${page.nextCursor}`)
    expect(next.json()).toMatchObject({
      total: 4,
      changes: [{ from: { circuit: 'NY-2', congregation: 'Hill' }, to: { circuit: 'NY-1' } }],
    })
    expect((await user.get('/api/imports/none')).statusCode).toBe(404)
    expect((await user.get('/api/imports/none/changes')).statusCode).toBe(404)
    expect((await user.get('/api/imports/none/rejects')).statusCode).toBe(404)
  })

  it('has the rows that it skips', async () => {
    const { db, user } = await signedIn()
    const id = await storedImport(db)
    const reject = { columnTitle: 'Circuit', value: null, reason: "'Circuit' is blank." }
    const seen = { identity: 'x', firstSeenAt: '2026-01-01T00:00:00.000Z', importId: id }
    await db
      .insertInto('import_rejects')
      .values([
        { id: 1, rowIndex: 7, circuit: '', congregation: 'Park', ...reject, ...seen },
        { id: 2, rowIndex: 9, circuit: '', congregation: 'Hill', ...reject, ...seen },
      ])
      .execute()
    const rows = async (query: string) =>
      (await user.get(`/api/imports/${id}/rejects?${query}`))
        .json()
        .rejects.map(({ row }: { row: number }) => row)
    expect(await rows('')).toEqual([7, 9])
    expect(await rows('sort=congregation')).toEqual([9, 7])
    expect(await rows('congregation=Park')).toEqual([7])
    expect(await rows('q=hill')).toEqual([9])
    const page = (await user.get(`/api/imports/${id}/rejects?limit=1&sort=congregation`)).json()
    const next = `/api/imports/${id}/rejects?limit=1&sort=congregation&cursor=${page.nextCursor}`
    expect((await user.get(next)).json().rejects).toMatchObject([
      { row: 7, column: 'Circuit', reason: "'Circuit' is blank.", firstSeenAt: seen.firstSeenAt },
    ])
  })
})
