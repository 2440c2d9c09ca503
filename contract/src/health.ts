import { z } from 'zod'
import { Instant } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

export const BackupState = z.object({
  /** When the last one was made and verified; `null`: there is none yet. */
  lastAt: Instant.nullable(),
  ageSeconds: z.number().int().min(0).nullable(),
  /** Whether an attempt after the last good one has failed. */
  hasFailed: z.boolean(),
})
export type BackupState = z.infer<typeof BackupState>

/** The server's version stands in this header of every answer of the API. */
export const versionHeader = 'dashboard-version'

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
    /** Of the sources that the program was built from; 'unknown' where that cannot be told. */
    commit: z.string(),
    database: z.literal('ok'),
    backup: BackupState,
    /** What may soon keep the server from working, such as a disk that is almost full. */
    warnings: z.array(z.string()).optional(),
  }),
})
