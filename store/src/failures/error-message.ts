/** Returns the message of what was thrown, which may be anything. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
