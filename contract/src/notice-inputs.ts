import { z } from 'zod'

/** Topics that a user can receive by e-mail. */
export const NoticeTopic = z.enum(['problems', 'rows-skipped', 'reports', 'week'])
export type NoticeTopic = z.infer<typeof NoticeTopic>

const emailLength = 254
const badAddress = 'Enter an e-mail address like name@example.org'

/** An empty address counts as none. */
export const emailAddress = z
  .string({ error: badAddress })
  .trim()
  .max(emailLength, badAddress)
  .pipe(z.union([z.literal(''), z.email(badAddress)], { error: badAddress }))
  .transform((address) => (address === '' ? null : address))

/** An empty address removes it. */
export const NoticeChoicesInput = z
  .object({ emailAddress, topics: z.array(NoticeTopic).max(NoticeTopic.options.length) })
  .refine(({ emailAddress, topics }) => emailAddress !== null || topics.length === 0, {
    message: 'Enter an e-mail address to be sent notices',
    path: ['emailAddress'],
  })
export type NoticeChoicesInput = z.input<typeof NoticeChoicesInput>
