import { listWrongNumbers } from '@dashboard/contract/call-lists'
import {
  deleteSavedFilters,
  getVolunteer,
  listSavedFilters,
  listVolunteers,
  readEmergencyContacts,
  saveFilters,
} from '@dashboard/contract/volunteers'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointPages, endpointQuery } from '../../api/endpoint-query.ts'
import { useChange } from '../../api/use-change.ts'
import { toQuery, type VolunteerChoice } from './volunteer-choice.ts'

/** Reads the rows of a choice, page by page; rows of the last choice stay until the first ones have arrived. */
export function useVolunteerRows(choice: VolunteerChoice) {
  return useInfiniteQuery(endpointPages(listVolunteers, { query: toQuery(choice) }))
}

/** Reads how many volunteers each filter would leave; separate from the rows, which need not wait for it. */
export function useVolunteerFacets(choice: VolunteerChoice) {
  const query = { ...toQuery({ ...choice, sort: 'lastName' }), facets: 'true', limit: '1' } as const
  return useQuery({
    ...endpointQuery(listVolunteers, { query }),
    placeholderData: keepPreviousData,
  }).data
}

export function useVolunteer(id: string) {
  return useQuery(endpointQuery(getVolunteer, { params: { id } }))
}

/** Reads the note that a person's number turned out to be wrong, if there is one (docs/call-lists.md#wrong-numbers). */
export function useWrongNumber(id: string) {
  const { data } = useQuery(endpointQuery(listWrongNumbers))
  return data?.wrongNumbers.find(({ volunteerId }) => volunteerId === id)
}

/** Reads the contacts on each request only: every access is added to the audit log. */
export function useEmergencyContacts(id: string) {
  return useQuery({
    ...endpointQuery(readEmergencyContacts, { params: { id } }),
    // Separate from the other data of volunteers, which is read again after an import.
    queryKey: ['emergency contacts', id],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function useSavedFilters() {
  return useQuery(endpointQuery(listSavedFilters))
}

export function useSavedFiltersChanges() {
  return {
    save: useChange({
      send: (body: { name: string; filters: string }) => call(saveFilters, { body }),
      failed: ['Not Saved', 'The filters could not be saved.'],
      refreshes: ['/api/saved-filters'],
    }),
    remove: useChange({
      send: (id: string) => call(deleteSavedFilters, { params: { id } }),
      failed: ['Not Deleted', 'The filters could not be deleted.'],
      refreshes: ['/api/saved-filters'],
    }),
  }
}
