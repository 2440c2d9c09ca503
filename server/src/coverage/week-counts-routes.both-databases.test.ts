import type { CallListDetails } from '@dashboard/contract/call-lists'
import type { Coverage } from '@dashboard/contract/coverage'
import { days } from '@dashboard/contract/days'
import { localDay } from '@dashboard/contract/local-time'
import { toJson } from '@dashboard/store/database/column-values'
import { raiseVersion } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { namesTrained, type WorldPerson, worlds } from '@dashboard/store/test/worlds'
import { countAvailability } from '@dashboard/store/volunteers/availability'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertPeople } from '../../test/people.ts'
import { activeUser } from '../../test/users.ts'

type Caller = Awaited<ReturnType<TestApp['as']>>

async function insertWorld(db: Db, world: readonly WorldPerson[]): Promise<void> {
  await db.deleteFrom('volunteers').execute()
  await insertPeople(
    db,
    world.map(({ name, availability, ...person }) => ({
      ...person,
      name: ['A', name] as const,
      slots: availability.map(({ day, timeSlot }) => `${day}:${timeSlot}`),
    })),
  )
  await raiseVersion(db, 'volunteers')
}

/** Returns a day of the next week. */
function dateOf(day: string): string {
  const start = Date.now()
  const dates = days.map((_, offset) => localDay(start + offset * 86_400_000))
  const weekday = (date: string) => days[(new Date(date).getUTCDay() + 6) % 7]
  return dates.find((date) => weekday(date) === day) ?? ''
}

async function weekOf(caller: Caller, url: string): Promise<Coverage['availability']> {
  const answer = (await caller.inject({ url })).json()
  return (answer.circuit ?? answer).availability
}

async function totalOf(caller: Caller, query: Record<string, string>): Promise<number> {
  const url = `/api/volunteers?${new URLSearchParams(query)}`
  return (await caller.inject({ url })).json().total
}

it('shows the same counts on the board, on the page of a circuit, in the list of volunteers and in Fill a Cart', async () => {
  const { db, as } = await startTestApp()
  const admin = await as('admin')
  const limited = await as(await activeUser(db, { username: 'lim', circuits: toJson(['NY-1']) }))
  const checkCell = async (
    [day, timeSlot, count, more]: [string, string, number, number],
    isTrainingKnown: boolean,
  ) => {
    const place = { circuit: 'NY-1', available: 'true', slots: `${day}:${timeSlot}` }
    const flags = isTrainingKnown ? { trained: 'true' } : undefined
    expect(await totalOf(admin, { ...place, ...flags })).toBe(count)
    if (isTrainingKnown) expect(await totalOf(admin, { ...place, trained: 'false' })).toBe(more)
    const input = { kind: 'circuit', place: 'NY-1', day: dateOf(day), timeSlot }
    const opened = await admin.inject({ method: 'POST', url: '/api/call-lists', payload: input })
    const url = `/api/call-lists/${opened.json().id}`
    const list: CallListDetails = (await admin.inject({ url })).json()
    expect([list.fitting.total, list.isTrainingKnown]).toEqual([count, isTrainingKnown])
    await admin.inject({ method: 'DELETE', url })
  }
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      await insertWorld(db, world)
      const isTrainingKnown = namesTrained(world)
      const ofCircuit = world.filter(({ circuit }) => circuit === 'NY-1')
      const own = countAvailability(ofCircuit, isTrainingKnown)
      expect(await weekOf(admin, '/api/coverage')).toEqual(
        countAvailability(world, isTrainingKnown),
      )
      expect(await weekOf(limited, '/api/coverage')).toEqual(own)
      if (ofCircuit.length === 0) return
      expect(await weekOf(admin, '/api/circuits/NY-1')).toEqual(own)
      for (const [at, timeSlot] of own.timeSlots.entries()) {
        for (const day of ['Monday', 'Saturday', 'Tuesday'] as const) {
          const number = days.indexOf(day)
          const numbers = [own.counts, own.onceTrained].map((week) => week[number]?.[at] ?? 0)
          await checkCell([day, timeSlot, numbers[0] ?? 0, numbers[1] ?? 0], isTrainingKnown)
        }
      }
    }),
    { numRuns: 6 },
  )
})
