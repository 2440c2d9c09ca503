import { z } from 'zod'
import { IdParams, Instant, MessageAnswer } from './answers.ts'
import { ContactQuery, CopiedContacts } from './copied-contacts.ts'
import { defineEndpoint } from './endpoint.ts'
import { callListLimits } from './limits.ts'

export const callOutcomes = ['yes', 'no', 'no-answer', 'later', 'wrong-number'] as const
export const CallOutcome = z.enum(callOutcomes)
export type CallOutcome = z.infer<typeof CallOutcome>

/** Kind of place whose cart is to be filled. */
export const CallPlaceKind = z.enum(['circuit', 'location'])
export type CallPlaceKind = z.infer<typeof CallPlaceKind>

const Text = z.string().trim().min(1).max(300)

export const CallListInput = z.object({
  kind: CallPlaceKind,
  /** Name of the circuit or cart location. */
  place: Text,
  /** `2026-11-28` */
  day: z.iso.date('Choose a day'),
  timeSlot: Text,
})
export type CallListInput = z.infer<typeof CallListInput>

const { min, max } = callListLimits.wanted
const howMany = `Choose from ${min} to ${max} people`

/** How many people a list wants. */
const Wanted = z.int(howMany).min(min, howMany).max(max, howMany)

export const CallList = z.object({
  id: z.string(),
  ...CallListInput.shape,
  createdBy: z.string(),
  createdAt: Instant,
  /** `null` where nobody has set it, which counts as `callListLimits.wanted.default`. */
  wanted: z.int().nullable(),
  /** Number of people called, counting only those whom the user may see. */
  called: z.number().int(),
  yes: z.number().int(),
  later: z.number().int(),
  /** Number of people who can serve and were not called; `null` for a day that is past. */
  notCalled: z.number().int().nullable(),
  /** Whether people of circuits that the user does not see may be called, too. */
  isPartial: z.boolean(),
})
export type CallList = z.infer<typeof CallList>

export const CallReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['not-trained', 'not-available', 'other-times', 'serves-then']) }),
  z.object({
    kind: z.enum(['week-limit', 'month-limit']),
    limit: z.number().int(),
    /** Shifts that the person has agreed to in that week or month. */
    agreed: z.number().int(),
  }),
])
export type CallReason = z.infer<typeof CallReason>

export const CallPerson = z.object({
  /** `null` for a person whom the last import no longer has. */
  volunteerId: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  circuit: z.string().nullable(),
  congregation: z.string().nullable(),
  mobilePhone: z.string().nullable(),
  emailAddress: z.string().nullable(),
  trained: z.boolean(),
  /** When the person last answered a call for another list; `null` if never. */
  lastAskedAt: Instant.nullable(),
  reasons: z.array(CallReason),
  outcome: z.object({ outcome: CallOutcome, by: z.string(), at: Instant }).nullable(),
})
export type CallPerson = z.infer<typeof CallPerson>

const People = z.object({ people: z.array(CallPerson), total: z.number().int() })

export const CallListDetails = z.object({
  list: CallList,
  /** Whether the sheet says who is trained; where it does not, nobody is left out for it. */
  isTrainingKnown: z.boolean(),
  /** People who can serve, and all others of the place; those beyond the limit are only counted. */
  fitting: People,
  others: People,
  /** People who were called but are no longer in the last import or in this place. */
  gone: z.array(CallPerson),
})
export type CallListDetails = z.infer<typeof CallListDetails>

export const listCallLists = defineEndpoint({
  summary:
    'The call lists that have an outcome or how many people they want, those of today and later first',
  path: '/api/call-lists',
  access: 'user',
  answer: z.object({ callLists: z.array(CallList) }),
  versionedFor: 'role',
})

export const openCallList = defineEndpoint({
  summary: 'Open the call list of a place and time; it is made when there is none',
  method: 'POST',
  path: '/api/call-lists',
  access: 'user',
  audit: 'call-list.create',
  /** `wanted` is set where nobody has set it, as for the list of the same time a week later. */
  body: CallListInput.extend({ wanted: Wanted.optional() }),
  answer: z.object({ id: z.string() }),
  failures: [404],
})

export const getCallList = defineEndpoint({
  summary: 'A call list: who can serve, the others with the reasons, and how each call ended',
  path: '/api/call-lists/:id',
  access: 'user',
  params: IdParams,
  answer: CallListDetails,
  versionedFor: 'role',
})

export const updateCallList = defineEndpoint({
  summary: 'Set how many people a call list wants',
  method: 'PATCH',
  path: '/api/call-lists/:id',
  access: 'user',
  audit: 'none',
  params: IdParams,
  body: z.object({ wanted: Wanted }),
  answer: MessageAnswer,
})

export const setCallOutcome = defineEndpoint({
  summary: 'Note how the call of a volunteer ended, or take the note back',
  method: 'PUT',
  path: '/api/call-lists/:id/outcomes/:volunteerId',
  access: 'user',
  audit: 'none',
  params: IdParams.extend({ volunteerId: z.string() }),
  body: z.object({ outcome: CallOutcome.nullable() }),
  answer: MessageAnswer,
})

export const deleteCallList = defineEndpoint({
  summary: 'Delete a call list with its outcomes',
  method: 'DELETE',
  path: '/api/call-lists/:id',
  access: 'user',
  audit: 'call-list.delete',
  params: IdParams,
  answer: MessageAnswer,
})

const file = {
  access: 'user',
  audit: 'call-list.export',
} as const

export const exportCallListCsv = defineEndpoint({
  summary: 'A call list as CSV',
  ...file,
  path: '/api/call-lists/:id/people.csv',
  params: IdParams,
  answer: { binary: 'text/csv' },
})

export const exportCallListXlsx = defineEndpoint({
  summary: 'A call list as an XLSX workbook',
  ...file,
  path: '/api/call-lists/:id/people.xlsx',
  params: IdParams,
  answer: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
})

export const copyCallListContacts = defineEndpoint({
  summary: 'The e-mail addresses or phone numbers of who can serve, to copy',
  ...file,
  path: '/api/call-lists/:id/contacts',
  params: IdParams,
  query: ContactQuery,
  answer: CopiedContacts,
  failures: [409],
})

export const WrongNumber = z.object({
  volunteerId: z.string(),
  locustId: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  circuit: z.string().nullable(),
  congregation: z.string().nullable(),
  mobilePhone: z.string(),
  by: z.string(),
  at: Instant,
})
export type WrongNumber = z.infer<typeof WrongNumber>

export const listWrongNumbers = defineEndpoint({
  summary: 'Telephone numbers that turned out to be wrong and have not changed since',
  path: '/api/wrong-numbers',
  access: 'user',
  answer: z.object({ wrongNumbers: z.array(WrongNumber) }),
  versionedFor: 'role',
})
