import { readJob } from '@dashboard/store/test/jobs'
import { describe, expect, it } from 'vitest'
import { smallSheet as sheet, signedInWithSheet as signedIn } from '../../test/sheet-user.ts'

describe('reports', () => {
  it('start for circuits and congregations that the lookup offers', async () => {
    const { db, post, get } = await signedIn(sheet)
    await post('/api/import/sheets')
    const lookup = await get('/api/lookup-options')
    expect(lookup).toEqual({
      circuits: ['NY-2', 'NY-10'],
      congregations: ['Central (NY-2)', 'Central (NY-10)', 'East'],
      circuitCongregationMap: {
        'NY-2': ['Central (NY-2)', 'East'],
        'NY-10': ['Central (NY-10)'],
      },
    })
    const circuits = await post('/api/workflows/circuit-report', { circuits: ['NY-2', 'NY-2'] })
    expect(circuits).toMatchObject({
      status: 202,
      body: { message: 'Started generating 1 circuit report.' },
    })
    const { congregations } = lookup
    const started = await post('/api/workflows/congregation-report', { congregations })
    expect(JSON.parse((await readJob(db, started.body.jobId)).targets)).toEqual(congregations)
  })

  it.each([
    ['circuit-report', { circuits: [] }, 'Select at least one circuit'],
    ['circuit-report', { circuits: ['NY-2', 'Nowhere'] }, 'Unknown circuit: "Nowhere"'],
    ['congregation-report', { congregations: ['Central'] }, 'Unknown congregation: "Central"'],
    ['congregation-report', { congregations: 'East' }, 'Select at least one congregation'],
    [
      'circuit-report',
      { circuits: Array.from({ length: 501 }, (_, n) => `${n}`) },
      'at most 500 circuits',
    ],
  ])('refuse to make a %s of a place that does not exist (%#)', async (kind, payload, words) => {
    const { post, db } = await signedIn(sheet)
    await post('/api/import/sheets')
    const { status, body } = await post(`/api/workflows/${kind}`, payload)
    expect(status).toBe(400)
    expect(body.message).toContain(words)
    expect(await db.selectFrom('jobs').where('type', '!=', 'import').selectAll().execute()).toEqual(
      [],
    )
  })
})
