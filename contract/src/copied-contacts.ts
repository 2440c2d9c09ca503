import { z } from 'zod'
import { Count } from './answers.ts'

/** What is copied of people, to write to many at once: e-mail addresses, or telephone numbers. */
export const ContactKind = z.enum(['addresses', 'numbers'])
export type ContactKind = z.infer<typeof ContactKind>

export const ContactQuery = z.object({ of: ContactKind })

export const CopiedContacts = z.object({
  /** Each once. */
  contacts: z.array(z.string()),
  /** Number of people who have none. */
  without: Count,
  /** Number of people whose number is marked as wrong, or whose address is not one address. */
  leftOut: Count,
})
export type CopiedContacts = z.infer<typeof CopiedContacts>
