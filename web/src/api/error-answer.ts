import type { ErrorAnswer, Issue } from '@dashboard/contract/answers'

/**
 * The body of a refused call, or `undefined` when it is not one of ours, such as a proxy's page. Read by hand: the
 * schema would bring the validation library to the login page (docs/decisions/0018-login-bundle.md).
 */
export function readErrorAnswer(body: unknown): ErrorAnswer | undefined {
  if (!isRecord(body) || typeof body.message !== 'string') return undefined
  const { message, issues, reason } = body as unknown as ErrorAnswer
  if (issues !== undefined && !(Array.isArray(issues) && issues.every(isIssue))) return undefined
  return { message, ...(issues && { issues }), ...(reason && { reason }) }
}

function isIssue(value: unknown): value is Issue {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
