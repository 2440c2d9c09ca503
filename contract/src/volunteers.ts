import { z } from 'zod'
import { IdParams, Instant, MessageAnswer } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { ChangeKind, FieldChange } from './imports.ts'
import { volunteerSearch } from './limits.ts'
import { flagParameter, pageMetadata, pageParameters } from './paging.ts'
import { type ColumnOf, columnsOf, listedColumns, type Readings } from './sheet-columns.ts'
import { volunteerMarks } from './volunteer-labels.ts'

/** Columns that the list can be sorted by; equal rows are sorted by name. */
export const volunteerSorts = ['lastName', 'firstName', 'congregation', 'circuit'] as const

const { q, ...page } = pageParameters(volunteerSorts)

export const VolunteerMark = z.enum(volunteerMarks)
export type VolunteerMark = z.infer<typeof VolunteerMark>

/** Returns the parameter that may be given several times; a volunteer matches any one of the choices. */
function choices<Choice extends z.ZodType<string>>(choice: Choice) {
  return z
    .union([choice, z.array(choice).max(volunteerSearch.maxChoices)])
    .transform((value) => [value].flat())
    .optional()
}

const names = choices(z.string().min(1).max(300))
const flag = flagParameter.optional()

/** A day and a time slot, written `Saturday:Morning`; the slot may contain colons. */
export const Slot = z.object({ day: z.string(), timeSlot: z.string() })
export type Slot = z.infer<typeof Slot>

export function readSlot(text: string): Slot {
  const [day = '', ...timeSlot] = text.split(':')
  return { day, timeSlot: timeSlot.join(':') }
}

const slots = z
  .string()
  .max(4_000)
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (parts) => parts.every((part) => /^[^:]+:.+$/.test(part)),
    'Write slots like Saturday:Morning,Sunday:Evening',
  )
  .transform((parts) => parts.map(readSlot))
  .optional()

/** Filters are combined: a volunteer must match each one that is set. */
export const VolunteerFilter = z.object({
  /** Searches name, phone, e-mail, congregation and circuit; every word must be found. */
  q: q.refine(
    (text = '') => text.split(/\s+/).length <= volunteerSearch.maxWords,
    `Search for at most ${volunteerSearch.maxWords} words`,
  ),
  circuit: names,
  congregation: names,
  language: names,
  location: names,
  trained: flag,
  available: flag,
  orientation: flag,
  doubleShifts: flag,
  mark: choices(VolunteerMark),
  slots,
  /** Whether any one of the slots is enough; `any` when left out. */
  slotsMatch: z.enum(['any', 'all']).optional(),
})
export type VolunteerFilter = z.infer<typeof VolunteerFilter>

export const VolunteerQuery = VolunteerFilter.extend({
  ...page,
  /** If `true`, the answer also counts how many volunteers each filter would leave. */
  facets: flag,
})
export type VolunteerQuery = z.output<typeof VolunteerQuery>

const answered = {
  line: z.string(),
  optional: z.string().nullable(),
  locustId: z.string().nullable(),
  text: z.string().nullable(),
  tags: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  flag: z.boolean(),
  integer: z.number().int().nullable(),
} satisfies Record<keyof Readings, z.ZodType>

function fieldsOf<Column extends ColumnOf<'volunteer'>>(columns: readonly Column[]) {
  return Object.fromEntries(columns.map(({ field, reads }) => [field, answered[reads]])) as {
    [Own in Column as Own['field']]: (typeof answered)[Own['reads']]
  }
}

export const ListedVolunteer = z.object({
  id: z.string(),
  ...fieldsOf(listedColumns),
  circuit: z.string().nullable(),
  congregation: z.string().nullable(),
  language: z.string().nullable(),
  /** Whether only the sound of a name matches the search; such volunteers are listed last. */
  isBySound: z.boolean(),
  /** Marks of what has to be corrected in Locust. */
  marks: z.array(VolunteerMark),
})
export type ListedVolunteer = z.infer<typeof ListedVolunteer>

const counts = z.record(z.string(), z.number().int())
const flagCounts = z.object({ true: z.number().int(), false: z.number().int() })

/** Number of volunteers that each value of each filter would leave; choices in the filter itself are ignored. */
export const VolunteerFacets = z.object({
  circuit: counts,
  congregation: counts,
  language: counts,
  location: counts,
  trained: flagCounts,
  available: flagCounts,
  orientation: flagCounts,
  doubleShifts: flagCounts,
  mark: counts,
  /** Keyed by `Day:Slot`. */
  slots: counts,
})
export type VolunteerFacets = z.infer<typeof VolunteerFacets>

export const listVolunteers = defineEndpoint({
  summary: 'Volunteers, searched and filtered',
  path: '/api/volunteers',
  access: 'user',
  query: VolunteerQuery,
  answer: z.object({
    volunteers: z.array(ListedVolunteer),
    ...pageMetadata,
    facets: VolunteerFacets.optional(),
  }),
})

/** Has all columns of the sheet that belong to the volunteer alone. */
export const Volunteer = z.object({
  id: z.string(),
  ...fieldsOf(columnsOf('volunteer')),
  circuit: z.string().nullable(),
  congregation: z.string().nullable(),
  language: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  availability: z.array(z.object({ dayOfWeek: z.string(), timeSlot: z.string() })),
  cartLocations: z.array(z.object({ name: z.string(), category: z.string().nullable() })),
  appointments: z.array(z.object({ title: z.string(), category: z.string().nullable() })),
  /** Number of contacts. The contacts themselves are returned by another call, which is entered in the audit log. */
  emergencyContacts: z.number().int(),
  /** Changes made by imports, newest first. */
  history: z.array(
    z.object({
      importId: z.string(),
      at: Instant,
      kind: ChangeKind,
      fields: z.array(FieldChange),
    }),
  ),
})
export type Volunteer = z.infer<typeof Volunteer>

export const getVolunteer = defineEndpoint({
  summary: 'One volunteer in full, without emergency contacts',
  path: '/api/volunteers/:id',
  access: 'user',
  params: IdParams,
  answer: z.object({ volunteer: Volunteer }),
})

export const EmergencyContact = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  relationship: z.string().nullable(),
  notes: z.string().nullable(),
  isPrimary: z.boolean(),
})
export type EmergencyContact = z.infer<typeof EmergencyContact>

export const readEmergencyContacts = defineEndpoint({
  summary: "A volunteer's emergency contacts; each look at them is entered in the audit log",
  path: '/api/volunteers/:id/emergency-contacts',
  access: 'user',
  audit: 'volunteer.emergency-contacts.read',
  params: IdParams,
  answer: z.object({ emergencyContacts: z.array(EmergencyContact) }),
})

export const exportVolunteer = defineEndpoint({
  summary: 'Everything held about one person, as JSON and as a page to read, in a zip',
  path: '/api/volunteers/:id/export.zip',
  access: 'admin',
  audit: 'volunteer.export',
  params: IdParams,
  answer: { binary: 'application/zip' },
})

export const SavedFilters = z.object({
  id: z.string(),
  name: z.string(),
  /** The filters as in the page's address, without `?`. */
  filters: z.string(),
})
export type SavedFilters = z.infer<typeof SavedFilters>

export const SavedFiltersInput = z.object({
  name: z.string().trim().min(1, 'Give the filters a name').max(60, 'Use at most 60 characters'),
  filters: z.string().max(4_000),
})

export const listSavedFilters = defineEndpoint({
  summary: 'The filters that the user has saved, by name',
  path: '/api/saved-filters',
  access: 'user',
  answer: z.object({ savedFilters: z.array(SavedFilters) }),
})

export const saveFilters = defineEndpoint({
  summary: 'Save filters under a name; those of the same name are replaced',
  method: 'POST',
  path: '/api/saved-filters',
  access: 'user',
  audit: 'none',
  body: SavedFiltersInput,
  status: 201,
  answer: z.object({ savedFilters: SavedFilters }),
})

export const deleteSavedFilters = defineEndpoint({
  summary: 'Delete saved filters',
  method: 'DELETE',
  path: '/api/saved-filters/:id',
  access: 'user',
  audit: 'none',
  params: IdParams,
  answer: MessageAnswer,
})
