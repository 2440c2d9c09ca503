import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const getHealth = defineEndpoint({
  name: 'getHealth',
  summary: 'Whether the server and its database work; 503 says what is down',
  tag: 'Operation',
  method: 'GET',
  path: '/api/health',
  access: 'public',
  answer: z.object({
    status: z.literal('ok'),
    version: z.string(),
    database: z.literal('ok'),
    /** What may soon keep the server from working, such as a disk that is almost full. */
    warnings: z.array(z.string()).optional(),
  }),
})
