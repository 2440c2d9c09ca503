import { pageLimit } from '@dashboard/contract/limits'
import {
  deleteSavedFilters,
  getVolunteer,
  listSavedFilters,
  listVolunteers,
  readEmergencyContacts,
  saveFilters,
} from '@dashboard/contract/volunteers'
import type { Db } from '@dashboard/store/database/open-database'
import type { Scope } from '@dashboard/store/database/scope'
import { within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import { readCursor, takePage } from '../http/page-cursor.ts'
import { type ChooseVolunteers, chooseVolunteers } from './choose-volunteers.ts'
import { findVolunteers } from './find-volunteers.ts'
import { heldDataRoutes } from './held-data-routes.ts'
import { readListed } from './listed-volunteers.ts'
import type { Rank } from './match-volunteers.ts'
import { placeColumns, placeOf, takeInOrder } from './order-volunteers.ts'
import { readContacts, readVolunteer } from './read-volunteer.ts'
import { deleteSaved, listSaved, saveUnderName } from './saved-filters.ts'
import { volunteerExportRoutes } from './volunteer-export-routes.ts'
import { createVolunteerIndex, type KeptIndex } from './volunteer-index.ts'
import { type VolunteerListDependencies, volunteerListRoutes } from './volunteer-list-routes.ts'
import { placesOf } from './volunteer-places.ts'

type Dependencies = Omit<VolunteerListDependencies, 'choose'> & {
  /** Whose number turned out to be wrong. */
  readWrongNumbers(scope: Scope): Promise<ReadonlySet<string>>
}

/** Searching, listing and reading volunteers (docs/volunteers.md). */
export function volunteersRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, readWrongNumbers, ...drawing } = dependencies
  const { read, open, close } = createVolunteerIndex(db, {
    onError: (error) => app.log.warn({ err: error }, 'Could not read the volunteers ahead'),
  })
  app.addHook('onReady', async () => open())
  app.addHook('onClose', async () => close())

  listRoute(app, { db, read, readWrongNumbers })

  route(app, getVolunteer, async ({ params: { id }, scope }) => {
    const index = await read()
    const volunteer = await readVolunteer(within(db, scope), id, { scope, index })
    if (!volunteer) throw notFound('Volunteer')
    return { volunteer }
  })

  route(app, readEmergencyContacts, async ({ params: { id }, scope, audit }) => {
    const emergencyContacts = await readContacts(within(db, scope), id)
    if (!emergencyContacts) throw notFound('Volunteer')
    // Before they are answered: nobody reads them without an entry.
    await audit(db, 'volunteer.emergency-contacts.read', { subject: `volunteer:${id}` })
    return { emergencyContacts }
  })

  const choose: ChooseVolunteers = async (query, scope) => {
    const wrongNumbers = await readWrongNumbers(scope)
    return chooseVolunteers(await read(), query, { scope, wrongNumbers })
  }
  volunteerExportRoutes(app, { db, choose })
  volunteerListRoutes(app, { db, choose, ...drawing })
  heldDataRoutes(app, { db, readIndex: read })
  savedFiltersRoutes(app, db)
}

type Listing = Pick<Dependencies, 'db' | 'readWrongNumbers'> & Pick<KeptIndex, 'read'>

function listRoute(app: FastifyInstance, { db, read, readWrongNumbers }: Listing): void {
  route(app, listVolunteers, async ({ query = {}, scope }) => {
    const {
      limit = pageLimit.default,
      cursor,
      sort = 'lastName',
      facets = false,
      ...filter
    } = query
    const order = { list: 'volunteers', sort }
    const after = readCursor(order, placeColumns, cursor)
    const [index, wrongNumbers] = await Promise.all([read(), readWrongNumbers(scope)])
    const found = findVolunteers(index, { filter, scope, wrongNumbers }, { withFacets: facets })
    const numbers = takeInOrder(index, found.ranks, { sort, limit: limit + 1, after })
    const page = takePage(numbers, limit, order, (number) =>
      placeOf(index, number, sort, found.ranks[number] as Rank),
    )
    const places = placesOf(index, scope)
    return {
      volunteers: await readListed(within(db, scope), page.rows, {
        index,
        places,
        wrongNumbers,
        found: found.ranks,
      }),
      total: found.total,
      nextCursor: page.nextCursor,
      facets: found.facets,
    }
  })
}

function savedFiltersRoutes(app: FastifyInstance, db: Db): void {
  route(app, listSavedFilters, async ({ user }) => ({
    savedFilters: await listSaved(db, user.id),
  }))

  route(app, saveFilters, async ({ user, body }) => ({
    savedFilters: await saveUnderName(db, user.id, body),
  }))

  route(app, deleteSavedFilters, async ({ user, params: { id } }) => {
    if (!(await deleteSaved(db, user.id, id))) throw notFound('Saved filters')
    return { message: 'Saved filters deleted' }
  })
}
