import type { SessionUser } from '@dashboard/contract/accounts'

/**
 * Returns what the token's payload says about its user; `undefined` when it cannot be read
 * (docs/behavior.md#sessions-on-screen).
 */
export function decodeToken(token: string): SessionUser | undefined {
  const payload = token.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    return readClaims(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}

/** Reads the claims by hand, since the login page loads no schemas (docs/decisions/0018-login-bundle.md). */
function readClaims(claims: Record<keyof SessionUser, unknown>): SessionUser | undefined {
  const { userId, username, firstName, lastName, role, exp } = claims
  const circuits = claims.circuits ?? null
  // A user whose limits cannot be read must not appear unlimited.
  if (circuits !== null && !isListOfNames(circuits)) return undefined
  if (typeof userId !== 'string' || typeof username !== 'string') return undefined
  if (typeof firstName !== 'string' || typeof lastName !== 'string') return undefined
  if ((role !== 'admin' && role !== 'user') || !Number.isFinite(exp)) return undefined
  const user: SessionUser = {
    userId,
    username,
    firstName,
    lastName,
    role,
    circuits,
    exp: Number(exp),
  }
  for (const duty of ['mustChangePassword', 'mustAddFactor'] as const) {
    if (claims[duty] === true) user[duty] = true
  }
  return user
}

function isListOfNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}

/** Whether the user looks after only some of the circuits (docs/behavior.md#limited-users). */
export function isLimited({ circuits }: Pick<SessionUser, 'circuits'>): boolean {
  return circuits !== null
}

/** Whether the session is over at `nowMs`, milliseconds by the server's clock. */
export function hasExpired(user: SessionUser, nowMs: number): boolean {
  return user.exp * 1000 <= nowMs
}
