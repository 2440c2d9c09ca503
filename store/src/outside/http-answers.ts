/** Reads HTTP responses in the same way for every outside system. */

/** Whether `fetch` failed before or while the response was received, and not because of its content. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error
}

/** Returns milliseconds, from seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1_000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
