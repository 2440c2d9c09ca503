import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { leaveDuty, takeDuty, takeTurn } from './duties.ts'
import { freshDatabase } from './test-database.ts'

const long = 60_000

describe('a duty', () => {
  it('is had by one of several servers that ask at once', async () => {
    const db = await freshDatabase()
    const owners = ['one', 'two', 'three']
    const taken = await Promise.all(
      owners.map((owner) => takeDuty(db, 'poll', { owner, ms: long })),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
  })

  it('stays with its owner, who may take it again, and apart from other duties', async () => {
    const db = await freshDatabase()
    expect(await takeDuty(db, 'poll', { owner: 'one', ms: long })).toBe(true)
    expect(await takeDuty(db, 'poll', { owner: 'two', ms: long })).toBe(false)
    expect(await takeDuty(db, 'poll', { owner: 'one', ms: long })).toBe(true)
    expect(await takeDuty(db, 'sweep', { owner: 'two', ms: long })).toBe(true)
  })

  it('passes on when its owner is silent or leaves it', async () => {
    const db = await freshDatabase()
    await takeDuty(db, 'poll', { owner: 'one', ms: 20 })
    await sleep(30)
    expect(await takeDuty(db, 'poll', { owner: 'two', ms: long })).toBe(true)
    await leaveDuty(db, 'poll', 'one')
    expect(await takeDuty(db, 'poll', { owner: 'one', ms: long })).toBe(false)
    await leaveDuty(db, 'poll', 'two')
    expect(await takeDuty(db, 'poll', { owner: 'one', ms: long })).toBe(true)
  })
})

describe('a turn', () => {
  it('comes once in its time, whoever asks', async () => {
    const db = await freshDatabase()
    expect(await takeTurn(db, 'look', 40)).toBe(true)
    expect(await takeTurn(db, 'look', 40)).toBe(false)
    await sleep(50)
    expect(await takeTurn(db, 'look', 40)).toBe(true)
  })
})
