import { startTestApp } from './app.ts'
import { addSchedule, addSharedJobs, fillCircuits } from './circuits.ts'
import { activeUser } from './users.ts'

/** All circuits of the tests, and those of the limited user. */
export const everywhere = ['NY-1', 'NY-2', 'NY-3', 'NY-10']
export const own = ['NY-2', 'NY-10']

/** Fills all circuits, and adds a user who is limited to two of them. */
export async function wholeDatabase() {
  const app = await startTestApp()
  await fillCircuits(app, everywhere)
  await addSharedJobs(app, ['NY-1', 'NY-2'])
  await addSchedule(app.db, everywhere)
  const user = await activeUser(app.db, { username: 'lim', circuits: JSON.stringify(own) })
  return { app, limited: await app.as(user) }
}
