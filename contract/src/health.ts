import { z } from 'zod'
import { Instant } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

export const BackupState = z.object({
  /** When the last backup was made and verified; `null`: there is none yet. */
  lastAt: Instant.nullable(),
  ageSeconds: z.int().nullable(),
  /** Whether an attempt after the last good backup has failed. */
  hasFailed: z.boolean(),
})
export type BackupState = z.infer<typeof BackupState>

/** Header with the server's version, present in every response of the API. */
export const versionHeader = 'dashboard-version'

export const getHealth = defineEndpoint({
  summary: 'Whether the server and its database work; 503 says what is down',
  path: '/api/health',
  access: 'public',
  answer: z.object({
    status: z.literal('ok'),
    version: z.string(),
    /** Commit of the sources that the program was built from; 'unknown' where it cannot be determined. */
    commit: z.string(),
    database: z.literal('ok'),
    backup: BackupState,
    /** Conditions that may soon stop the server from working, such as an almost full disk. */
    warnings: z.array(z.string()).optional(),
  }),
})
