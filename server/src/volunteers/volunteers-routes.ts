import { pageLimit } from '@dashboard/contract/limits'
import { getVolunteer, listVolunteers, readEmergencyContacts } from '@dashboard/contract/volunteers'
import type { Scope } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import { takePage } from '../http/page-cursor.ts'
import { type ChooseVolunteers, chooseVolunteers } from './export/choose-volunteers.ts'
import { volunteerFilesRoutes } from './export/volunteer-files-routes.ts'
import {
  type VolunteerListDependencies,
  volunteerListRoutes,
} from './export/volunteer-list-routes.ts'
import { heldDataRoutes } from './held-data/held-data-routes.ts'
import { readContacts, readVolunteer } from './read-volunteer.ts'
import type { VolunteerIndex } from './search/build-index.ts'
import { readFound } from './search/found-volunteers.ts'
import { savedFiltersRoutes } from './search/saved-filters-routes.ts'
import { cursorOf } from './search/sort-volunteers.ts'

type Dependencies = Omit<VolunteerListDependencies, 'choose'> & {
  readWrongNumbers(scope: Scope): Promise<ReadonlySet<string>>
  readIndex(): Promise<VolunteerIndex>
}

export function volunteersRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, readWrongNumbers, readIndex, ...drawing } = dependencies

  route(app, listVolunteers, async ({ query = {}, scope }) => {
    const { limit = pageLimit.default, sort = 'lastName' } = query
    const [index, wrongNumbers] = await Promise.all([readIndex(), readWrongNumbers(scope)])
    const wanted = { ...query, limit: limit + 1 }
    const { people, rows, facets } = chooseVolunteers(index, wanted, { scope, wrongNumbers })
    const { matches } = rows
    const page = takePage(people, limit, { list: 'volunteers', sort }, (person) =>
      cursorOf(index, person, { sort, matches }),
    )
    return {
      volunteers: await readFound(within(db, scope), page.rows, rows),
      total: matches.size,
      nextCursor: page.nextCursor,
      facets,
    }
  })

  route(app, getVolunteer, async ({ params: { id }, scope }) => {
    const index = await readIndex()
    const volunteer = await readVolunteer(within(db, scope), id, { scope, index })
    if (!volunteer) throw notFound('Volunteer')
    return { volunteer }
  })

  route(app, readEmergencyContacts, async ({ params: { id }, scope, audit }) => {
    const emergencyContacts = await readContacts(within(db, scope), id)
    if (!emergencyContacts) throw notFound('Volunteer')
    // Added before the contacts are sent, so that nobody reads them without an entry.
    await audit(db, 'volunteer.emergency-contacts.read', { subject: `volunteer:${id}` })
    return { emergencyContacts }
  })

  const choose: ChooseVolunteers = async (query, scope) => {
    const wrongNumbers = await readWrongNumbers(scope)
    return chooseVolunteers(await readIndex(), query, { scope, wrongNumbers })
  }
  volunteerFilesRoutes(app, { db, choose })
  volunteerListRoutes(app, { db, choose, ...drawing })
  heldDataRoutes(app, { db, readIndex })
  savedFiltersRoutes(app, db)
}
