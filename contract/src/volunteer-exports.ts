import { IdParams, JobStarted, NoInput } from './answers.ts'
import { ContactQuery, CopiedContacts } from './copied-contacts.ts'
import { defineEndpoint } from './endpoint.ts'
import { flagParameter } from './paging.ts'
import { VolunteerQuery } from './volunteers.ts'

/** Returns the list as a file: everybody who matches the same parameters or, with `limit`, one page of them. */
export const exportVolunteersCsv = defineEndpoint({
  summary: 'The searched and filtered volunteers as CSV',
  path: '/api/volunteers.csv',
  access: 'user',
  audit: 'volunteers.export',
  query: VolunteerQuery,
  answer: { binary: 'text/csv' },
})

export const exportVolunteersXlsx = defineEndpoint({
  summary: 'The searched and filtered volunteers as a workbook',
  path: '/api/volunteers.xlsx',
  access: 'user',
  audit: 'volunteers.export',
  query: VolunteerQuery,
  answer: { binary: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
})

export const copyVolunteerContacts = defineEndpoint({
  summary: 'The e-mail addresses or phone numbers of the searched and filtered volunteers, to copy',
  path: '/api/volunteer-contacts',
  access: 'user',
  audit: 'volunteers.export',
  query: VolunteerQuery.extend(ContactQuery.shape),
  answer: CopiedContacts,
  failures: [409],
})

export const startVolunteerList = defineEndpoint({
  summary: 'Queue a PDF of the searched and filtered volunteers; its id is that of the job',
  method: 'POST',
  path: '/api/volunteer-lists',
  access: 'user',
  audit: 'volunteers.export',
  /** With `byCongregation`, each one begins on a page of its own, and each volunteer says what has to be corrected. */
  query: VolunteerQuery.extend({ byCongregation: flagParameter.optional() }),
  body: NoInput,
  status: 202,
  answer: JobStarted,
})

export const fetchVolunteerList = defineEndpoint({
  summary: 'The PDF of whoever asked for it, once: it is deleted when it has been sent',
  path: '/api/volunteer-lists/:id',
  access: 'user',
  // The request for the file is already in the audit log, and only its requester can fetch the file.
  audit: 'none',
  params: IdParams,
  answer: { binary: 'application/pdf' },
  failures: [409, 502, 504],
})
