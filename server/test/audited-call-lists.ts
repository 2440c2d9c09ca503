import { localDay } from '@dashboard/contract/local-time'
import type { AuditedServer, Scenario } from './audited-server.ts'
import { insertPeople } from './people.ts'

/** The entries of the audit log about call lists. */

const callListInput = {
  kind: 'circuit',
  place: 'NY-1',
  day: localDay(Date.now()),
  timeSlot: 'Morning',
}

const weekday = new Date(callListInput.day).toLocaleDateString('en-US', {
  weekday: 'long',
  timeZone: 'UTC',
})

/** Creates a call list; the entry about this call does not matter here. */
async function oneCallList({ db, call }: AuditedServer): Promise<string> {
  await insertPeople(db, [{ name: ['Ann', 'Lee'] }])
  const { id } = (await call('POST', '/api/call-lists', callListInput)).json()
  await db.deleteFrom('audit_log').execute()
  return id
}

export const callListScenarios: Record<string, Scenario> = {
  async openCallList({ db, call }) {
    await insertPeople(db, [{ name: ['Ann', 'Lee'] }])
    const { id } = (await call('POST', '/api/call-lists', callListInput)).json()
    await call('POST', '/api/call-lists', callListInput)
    return [{ action: 'call-list.create', subject: `call-list:${id}`, details: callListInput }]
  },
  async deleteCallList(setup) {
    const id = await oneCallList(setup)
    await setup.call('DELETE', `/api/call-lists/${id}`)
    return [{ action: 'call-list.delete', subject: `call-list:${id}`, details: callListInput }]
  },
  async copyCallListContacts({ db, call }) {
    const ready = { available: true, slots: [`${weekday}:Morning`] }
    await insertPeople(db, [{ name: ['Ann', 'Lee'], phone: '212 555 0100', ...ready }])
    const { id } = (await call('POST', '/api/call-lists', callListInput)).json()
    await db.deleteFrom('audit_log').execute()
    await call('GET', `/api/call-lists/${id}/contacts?of=numbers`)
    const details = { format: 'numbers', people: 1 }
    return [{ action: 'call-list.export', subject: `call-list:${id}`, details }]
  },
  async exportCallListCsv(setup) {
    const id = await oneCallList(setup)
    await setup.call('GET', `/api/call-lists/${id}/people.csv`)
    const details = { format: 'csv', people: 1 }
    return [{ action: 'call-list.export', subject: `call-list:${id}`, details }]
  },
  async exportCallListXlsx(setup) {
    const id = await oneCallList(setup)
    await setup.call('GET', `/api/call-lists/${id}/people.xlsx`)
    const details = { format: 'xlsx', people: 1 }
    return [{ action: 'call-list.export', subject: `call-list:${id}`, details }]
  },
}
