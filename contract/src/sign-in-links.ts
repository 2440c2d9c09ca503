import { z } from 'zod'
import { LostPasswordInput } from './account-inputs.ts'
import { MessageAnswer } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

export const openSignInLink = defineEndpoint({
  summary: 'Sign in by a link that `npm run admin -- sign-in-link` has printed; good once',
  method: 'POST',
  path: '/api/auth/sign-in-link',
  access: 'public',
  audit: 'session.create',
  body: z.object({ link: z.string().max(200) }),
  answer: z.object({ token: z.string() }),
  failures: [409, 410],
})

export const replaceLostPassword = defineEndpoint({
  summary: 'Choose another password without the current one, just after signing in by a link',
  method: 'PUT',
  path: '/api/auth/lost-password',
  access: 'user',
  tokens: 'none',
  audit: 'password.change',
  body: LostPasswordInput,
  answer: MessageAnswer,
  failures: [429],
})
