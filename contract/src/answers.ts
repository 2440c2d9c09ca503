import { z } from 'zod'

export const Issue = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof Issue>

/** Machine-readable reason of a refusal, for programs that have to react to it. */
export const RefusalReason = z.enum([
  'sign-in-not-recent',
  'second-step-required',
  /** The server has no such call; another version may have it. */
  'unknown-call',
  /** There is no spreadsheet yet. */
  'no-sheet',
])
export type RefusalReason = z.infer<typeof RefusalReason>

/** Body of every error of the API: a sentence a person can act on and, for bad input, the fields that are wrong. */
export const ErrorAnswer = z.object({
  message: z.string(),
  issues: z.array(Issue).optional(),
  reason: RefusalReason.optional(),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>

export const MessageAnswer = z.object({ message: z.string() })

export const JobStarted = z.object({ jobId: z.string(), message: z.string() })

/** A call without input: the body may be absent and is not read. */
export const NoInput = z.object({})

export const IdParams = z.object({ id: z.string() })

/** An instant as ISO 8601 text in UTC. */
export const Instant = z.string()

export const Count = z.number().int().min(0)
