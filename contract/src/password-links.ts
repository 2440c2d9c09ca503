import { z } from 'zod'
import { InviteUserInput, MakeLinkInput, OpenLinkInput, UseLinkInput } from './account-inputs.ts'
import { User } from './accounts.ts'
import { IdParams, Instant } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

/** Sets the first password of a new account, or replaces a password. */
const LinkKind = z.enum(['invitation', 'reset'])

/** A link through which users set their own password, once. */
export const PasswordLink = z.object({
  kind: LinkKind,
  /** Begins with a slash where the server's own address is not configured; `null` when the link was sent. */
  address: z.string().nullable(),
  sentTo: z.string().nullable(),
  expiresAt: Instant,
})
export type PasswordLink = z.infer<typeof PasswordLink>

const MadeLink = z.object({ message: z.string(), link: PasswordLink })
export const inviteUser = defineEndpoint({
  summary: 'Create a user account without a password, and a link to set one',
  method: 'POST',
  path: '/api/users/invitations',
  access: 'admin',
  tokens: 'none',
  audit: ['user.create', 'user.link'],
  body: InviteUserInput,
  status: 201,
  answer: MadeLink.extend({ user: User }),
})

export const makePasswordLink = defineEndpoint({
  summary: 'A link for a user to set a password; earlier ones are void from then on',
  method: 'POST',
  path: '/api/users/:id/link',
  access: 'admin',
  tokens: 'none',
  audit: 'user.link',
  params: IdParams,
  body: MakeLinkInput,
  status: 201,
  answer: MadeLink,
})

export const openPasswordLink = defineEndpoint({
  summary: 'Whose password a link sets; does not use it up',
  tag: 'Sessions',
  method: 'POST',
  path: '/api/auth/link/open',
  access: 'public',
  audit: 'none',
  body: OpenLinkInput,
  answer: z.object({ kind: LinkKind, username: z.string(), firstName: z.string() }),
  failures: [410],
})

export const usePasswordLink = defineEndpoint({
  summary:
    'Set a password by a link, and sign in; ends all other sessions of the user. A user with a second step gets no token: the next login asks for it',
  tag: 'Sessions',
  method: 'POST',
  path: '/api/auth/link',
  access: 'public',
  audit: ['account-link.use', 'session.create'],
  body: UseLinkInput,
  answer: z.object({ token: z.string().nullable() }),
  failures: [410, 429],
})
