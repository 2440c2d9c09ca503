import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { acquireLease, claimInterval, releaseLease } from './leader-leases.ts'

const long = 60_000

describe('a lease', () => {
  it('is acquired by one of several servers that try at once', async () => {
    const db = await freshDatabase()
    const owners = ['one', 'two', 'three']
    const taken = await Promise.all(
      owners.map((owner) => acquireLease(db, 'poll', { owner, ms: long })),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('is held and renewed by its owner, and independent of other leases', async () => {
    const db = await freshDatabase()
    expect(await acquireLease(db, 'poll', { owner: 'one', ms: long })).toBe(true)
    expect(await acquireLease(db, 'poll', { owner: 'two', ms: long })).toBe(false)
    expect(await acquireLease(db, 'poll', { owner: 'one', ms: long })).toBe(true)
    expect(await acquireLease(db, 'sweep', { owner: 'two', ms: long })).toBe(true)
  })

  it('passes to another owner when it expires or is released', async () => {
    const db = await freshDatabase()
    await acquireLease(db, 'poll', { owner: 'one', ms: 20 })
    await sleep(30)
    expect(await acquireLease(db, 'poll', { owner: 'two', ms: long })).toBe(true)
    await releaseLease(db, 'poll', 'one')
    expect(await acquireLease(db, 'poll', { owner: 'one', ms: long })).toBe(false)
    await releaseLease(db, 'poll', 'two')
    expect(await acquireLease(db, 'poll', { owner: 'one', ms: long })).toBe(true)
  })
})

describe('after the clock was set back an hour', () => {
  it('a lease can be acquired again within its length', async () => {
    const db = await freshDatabase()
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    await acquireLease(db, 'poll', { owner: 'one', ms: long })
    await db.updateTable('leader_leases').set({ expiresAt: inAnHour }).execute()
    expect(await acquireLease(db, 'poll', { owner: 'two', ms: long })).toBe(true)
  })
})

describe('claimInterval', () => {
  it('succeeds at most once in the given time', async () => {
    const db = await freshDatabase()
    expect(await claimInterval(db, 'poll', 40)).toBe(true)
    expect(await claimInterval(db, 'poll', 40)).toBe(false)
    await sleep(50)
    expect(await claimInterval(db, 'poll', 40)).toBe(true)
  })
})
