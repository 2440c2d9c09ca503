import { z } from 'zod'
import { Instant, MessageAnswer, NoInput } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

/** One requirement outside the dashboard, and whether it is met. */
export const PreflightCheck = z.object({
  name: z.string(),
  ok: z.boolean(),
  message: z.string(),
  /** What to do about it; `null` when there is nothing to do. */
  fix: z.string().nullable(),
})
export type PreflightCheck = z.infer<typeof PreflightCheck>

export const PreflightChecks = z.object({ checks: z.array(PreflightCheck) })

export const getPreflight = defineEndpoint({
  summary:
    'Whether database, storage, spreadsheet, Locust and GitHub can be used, each with its fix',
  path: '/api/monitoring/preflight',
  waits: true,
  access: 'admin',
  tokens: 'write',
  answer: PreflightChecks,
})

/** Result of a run on GitHub that checks the settings available there. */
export const GithubCheck = z.object({
  /** `unavailable` where jobs do not run on GitHub, `none` when nobody has requested a check yet. */
  state: z.enum(['unavailable', 'none', 'running', 'done']),
  startedAt: Instant.nullable(),
  runUrl: z.string().nullable(),
  checks: z.array(PreflightCheck).nullable(),
})
export type GithubCheck = z.infer<typeof GithubCheck>

export const getGithubCheck = defineEndpoint({
  summary: 'What the last check of a run’s settings on GitHub has found',
  path: '/api/monitoring/github-check',
  access: 'admin',
  answer: GithubCheck,
})

export const startGithubCheck = defineEndpoint({
  summary: 'Let a run on GitHub report what settings it gets there',
  method: 'POST',
  path: '/api/monitoring/github-check',
  access: 'admin',
  audit: 'none',
  body: NoInput,
  status: 202,
  answer: MessageAnswer,
})

export function passedCheck(name: string, message: string, fix: string | null = null) {
  return { name, ok: true, message, fix } satisfies PreflightCheck
}

export function failedCheck(name: string, message: string, fix: string): PreflightCheck {
  return { name, ok: false, message, fix }
}

/**
 * Returns a failed check made from an error's text alone: its first sentence says what is wrong, the others say what to
 * do; `otherwise` is used when there are no others. Used for display only: no program decides anything by it.
 */
export function failedCheckOf(name: string, text: string, otherwise: string): PreflightCheck {
  const [, message, fix] = /^(.+?\.) ([A-Z].*)$/s.exec(text) ?? []
  return failedCheck(name, message ?? text, fix ?? otherwise)
}
