import { lockUser } from '@dashboard/store/database/lock-user'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { OpenIdSettings } from '@dashboard/store/settings/settings-sign-in'
import type { Session } from '../../http/access-check.ts'
import { AppError, conflict, notFound } from '../../http/app-error.ts'
import type { Audit } from '../../http/audit-trail.ts'
import { requireRecentSignIn } from '../factors/recent-sign-in.ts'
import { noPassword } from '../passwords.ts'
import { beginSession, type Caller, type SessionRules } from '../sessions/begin-session.ts'
import { requireSession } from '../sessions/sessions.ts'
import { storeAttempt, takeAttempt } from './attempts.ts'
import { type Claims, emailOf } from './claims.ts'
import { findAccount } from './find-account.ts'
import { addIdentity, removeIdentity } from './identities.ts'
import type { Provider, ProviderAnswer } from './provider.ts'

export interface OpenId {
  db: Db
  settings: OpenIdSettings
  provider: Provider
}

type Answered = ProviderAnswer & { key: string }

/** Begins a sign-in or, with a session, the linking of its user's account. Throws 400, 429 or 502. */
export async function beginAtProvider(
  { db, provider }: OpenId,
  ip: string,
  session?: Session,
): Promise<{ url: string; key: string }> {
  if (session) await requireRecentSignIn(db, session)
  const { url, ...begun } = await provider.begin()
  return { url, key: await storeAttempt(db, begun, { ip, userId: session?.user.id ?? null }) }
}

/** Signs in the person whom the provider names. Throws 409, 410 or 502, since the web would log out on 401 and 403. */
export async function signInWithProvider(
  { db, settings, provider }: OpenId,
  { key, ...answer }: Answered,
  caller: Caller & { rules: SessionRules },
  audit: Audit<'session.create' | 'session.failed' | 'user.create' | 'openid.link'>,
): Promise<Session> {
  const attempt = await takeAttempt(db, { key, state: answer.state }, null)
  let claims: Claims | undefined
  try {
    const identified = await provider.identify(answer, attempt)
    claims = identified
    return await inTransaction(db, async (tx) => {
      const user = await findAccount(tx, settings, identified, audit)
      return beginSession(tx, user, { ...caller, by: 'openid' }, audit)
    })
  } catch (error) {
    await auditFailure(db, settings, { error, claims }, audit)
    throw error
  }
}

async function auditFailure(
  db: Db,
  { name }: OpenIdSettings,
  { error, claims }: { error: unknown; claims: Claims | undefined },
  audit: Audit<'session.failed'>,
): Promise<void> {
  if (!(error instanceof AppError)) return
  const reason = error.status === 409 ? 'no account that may sign in' : 'answer of the provider'
  const who = claims && (emailOf(claims) ?? claims.sub.slice(0, 60))
  await audit(db, 'session.failed', {
    actor: { id: null, name: who ?? `Somebody from ${name}` },
    details: { by: 'openid', reason },
  })
}

/** Links the session's account to the person whom the provider names. Throws 409, 410 or 502. */
export async function linkAccount(
  { db, settings, provider }: OpenId,
  { key, ...answer }: Answered,
  session: Session,
  audit: Audit<'openid.link'>,
): Promise<void> {
  const { id: userId, username } = session.user
  const attempt = await takeAttempt(db, { key, state: answer.state }, userId)
  const claims = await provider.identify(answer, attempt)
  await inTransaction(db, async (tx) => {
    await requireSession(tx, session.id)
    const identity = { userId, issuer: settings.issuer, subject: claims.sub }
    await addIdentity(tx, { ...identity, email: emailOf(claims) })
    const details = { username, by: 'profile' }
    await audit(tx, 'openid.link', { subject: `user:${userId}`, details })
  })
}

/** Removes the link to the provider. Throws 409 for an account that could not be signed in to in any other way. */
export async function unlinkAccount(
  { db, settings }: Pick<OpenId, 'db' | 'settings'>,
  session: Session,
  { hasPasswordSignIn }: { hasPasswordSignIn: boolean },
  audit: Audit<'openid.unlink'>,
): Promise<void> {
  const { id: userId, username } = session.user
  await requireRecentSignIn(db, session)
  await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (user && !(hasPasswordSignIn && user.password !== noPassword)) {
      throw conflict(
        `${settings.name} is the only way into your account. Ask an administrator for a password first.`,
      )
    }
    if (!(await removeIdentity(tx, userId, settings.issuer))) throw notFound('Link')
    await audit(tx, 'openid.unlink', { subject: `user:${userId}`, details: { username } })
  })
}
