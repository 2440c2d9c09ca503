/** A wrong client clock must not end a valid session: the server's Date header corrects it. */
let offsetMs: number | undefined

/** Reads the time from an answer's Date header (whole seconds, so up to a second behind). */
export function recordServerDate(dateHeader: string | null): void {
  if (dateHeader === null) return
  const serverMs = Date.parse(dateHeader)
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now()
}

/** Returns milliseconds since 1970 by the server's clock, or by ours until an answer has arrived. */
export function serverNow(): number {
  return Date.now() + (offsetMs ?? 0)
}

export function isServerTimeKnown(): boolean {
  return offsetMs !== undefined
}
