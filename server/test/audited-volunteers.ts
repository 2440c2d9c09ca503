import type { Scenario } from './audited-server.ts'
import { insertPeople } from './people.ts'

/** The entries of the audit log about volunteers. */

export const volunteerScenarios: Record<string, Scenario> = {
  exportVolunteersCsv: exportsVolunteers('csv'),
  exportVolunteersXlsx: exportsVolunteers('xlsx'),
  async copyVolunteerContacts({ db, call }) {
    await insertPeople(db, [{ name: ['Ann', 'Lee'], email: 'ann@example.org', trained: true }])
    await call('GET', '/api/volunteer-contacts?of=addresses&q=lee&trained=true')
    const details = { format: 'addresses', volunteers: 1, isSearched: true, trained: true }
    return [{ action: 'volunteers.export', subject: null, details }]
  },
  async startVolunteerList({ db, call }) {
    await insertPeople(db, [{ name: ['Ann', 'Lee'], trained: true }])
    const { jobId } = (await call('POST', '/api/volunteer-lists?q=lee&trained=true')).json()
    const details = { format: 'pdf', volunteers: 1, isSearched: true, trained: true }
    return [{ action: 'volunteers.export', subject: `job:${jobId}`, details }]
  },
  async readEmergencyContacts({ db, call }) {
    const [id] = await insertPeople(db, [{ name: ['Ann', 'Lee'] }])
    await call('GET', `/api/volunteers/${id}/emergency-contacts`)
    return [{ action: 'volunteer.emergency-contacts.read', subject: `volunteer:${id}` }]
  },
  async exportVolunteer({ db, call }) {
    const [id] = await insertPeople(db, [{ name: ['Ann', 'Lee'] }])
    await call('GET', `/api/volunteers/${id}/export.zip`)
    return [{ action: 'volunteer.export', subject: `volunteer:${id}` }]
  },
}

function exportsVolunteers(format: string): Scenario {
  return async ({ db, call }) => {
    await insertPeople(db, [{ name: ['Ann', 'Lee'], trained: true }])
    await call('GET', `/api/volunteers.${format}?q=lee&trained=true&circuit=NY-1`)
    const filters = { isSearched: true, trained: true, circuit: ['NY-1'] }
    const details = { format, volunteers: 1, ...filters }
    return [{ action: 'volunteers.export', subject: null, details }]
  }
}
