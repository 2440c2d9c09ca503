import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const openSignInLink = defineEndpoint({
  name: 'openSignInLink',
  summary: 'Sign in by a link that `npm run admin -- sign-in-link` has printed; good once',
  tag: 'Sessions',
  method: 'POST',
  path: '/api/auth/sign-in-link',
  access: 'public',
  audit: 'session.create',
  body: z.strictObject({ link: z.string().max(200) }),
  answer: z.object({ token: z.string() }),
  failures: [409, 410],
})
