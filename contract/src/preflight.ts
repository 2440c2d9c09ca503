import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** One thing that the product needs from outside, and whether it is there. */
export const PreflightCheck = z.object({
  name: z.string(),
  ok: z.boolean(),
  message: z.string(),
  /** What to do about it; `null` when nothing is to be done. */
  fix: z.string().nullable(),
})
export type PreflightCheck = z.infer<typeof PreflightCheck>

export const PreflightChecks = z.object({ checks: z.array(PreflightCheck) })

export const getPreflight = defineEndpoint({
  name: 'getPreflight',
  summary:
    'Whether database, storage, spreadsheet, Locust and GitHub can be used, each with its fix',
  tag: 'Monitoring',
  method: 'GET',
  path: '/api/monitoring/preflight',
  access: 'admin',
  answer: PreflightChecks,
})

export function passedCheck(name: string, message: string, fix: string | null = null) {
  return { name, ok: true, message, fix } satisfies PreflightCheck
}

/** From an error's message: its first sentence is the message, the others are the fix; `otherwise` is the fix when there are no others. */
export function failedCheck(name: string, text: string, otherwise: string): PreflightCheck {
  const [, message, fix] = /^(.+?\.) ([A-Z].*)$/s.exec(text) ?? []
  return { name, ok: false, message: message ?? text, fix: fix ?? otherwise }
}
