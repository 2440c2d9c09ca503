import { pageLimit } from '@dashboard/contract/limits'
import { getVolunteer, listVolunteers, readEmergencyContacts } from '@dashboard/contract/volunteers'
import type { Scope } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import { readCursor, takePage } from '../http/page-cursor.ts'
import { type ChooseVolunteers, chooseVolunteers } from './export/choose-volunteers.ts'
import { volunteerFilesRoutes } from './export/volunteer-files-routes.ts'
import {
  type VolunteerListDependencies,
  volunteerListRoutes,
} from './export/volunteer-list-routes.ts'
import { heldDataRoutes } from './held-data/held-data-routes.ts'
import { readContacts, readVolunteer } from './read-volunteer.ts'
import { findVolunteers } from './search/find-volunteers.ts'
import { readFound } from './search/found-volunteers.ts'
import { savedFiltersRoutes } from './search/saved-filters-routes.ts'
import { cursorColumns, cursorOf, takeSorted } from './search/sort-volunteers.ts'
import { createIndexReader } from './search/volunteer-index.ts'
import { placesOf } from './search/volunteer-places.ts'

type Dependencies = Omit<VolunteerListDependencies, 'choose'> & {
  readWrongNumbers(scope: Scope): Promise<ReadonlySet<string>>
}

export function volunteersRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, readWrongNumbers, ...drawing } = dependencies
  const readIndex = createIndexReader(db)

  route(app, listVolunteers, async ({ query = {}, scope }) => {
    const {
      limit = pageLimit.default,
      cursor,
      sort = 'lastName',
      facets = false,
      ...filter
    } = query
    const order = { list: 'volunteers', sort }
    const after = readCursor(order, cursorColumns, cursor)
    const [index, wrongNumbers] = await Promise.all([readIndex(), readWrongNumbers(scope)])
    const asked = { filter, scope, wrongNumbers }
    const { matches, facets: counted } = findVolunteers(index, asked, { withFacets: facets })
    const people = takeSorted(index, matches, { sort, limit: limit + 1, after })
    const page = takePage(people, limit, order, (person) =>
      cursorOf(index, person, { sort, matches }),
    )
    const places = placesOf(index, scope)
    return {
      volunteers: await readFound(within(db, scope), page.rows, { places, matches, wrongNumbers }),
      total: matches.size,
      nextCursor: page.nextCursor,
      facets: counted,
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
