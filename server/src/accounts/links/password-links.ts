import type { InviteUserInput } from '@dashboard/contract/account-inputs'
import type { PasswordLink } from '@dashboard/contract/password-links'
import { productName } from '@dashboard/contract/product-name'
import { fromFlag } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { UserRow } from '@dashboard/store/database/schema'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { Session } from '../../http/access-check.ts'
import { badRequest, conflict } from '../../http/app-error.ts'
import type { Audit } from '../../http/audit-trail.ts'
import { notifyOfPassword } from '../account-notices.ts'
import { noPassword } from '../passwords.ts'
import { insertAudited, requireUserAndAdmin } from '../users-service.ts'
import { insertLink, type NewLink, recordNotSent } from './password-links-queries.ts'

/** The path of a link; its secret follows `#`, which browsers do not send to a server. */
const linkPath = '/set-password'

interface Mail {
  recipient: string
  title: string
  text: string
  link: string
}

export interface LinkDependencies {
  db: Db
  publicUrl: string | undefined
  /** Sends an e-mail; returns why it could not be sent. `undefined` when the server sends no e-mail. */
  sendMail: ((mail: Mail) => Promise<string | undefined>) | undefined
}

interface Made {
  message: string
  link: PasswordLink
}

export async function invite(
  dependencies: LinkDependencies,
  session: Session,
  { emailAddress, ...input }: InviteUserInput,
  audit: Audit<'user.create' | 'user.link'>,
): Promise<Made & { user: UserRow }> {
  const sentTo = mailable(dependencies, emailAddress)
  const user = { ...input, mustChangePassword: false }
  const { added, link } = await inTransaction(dependencies.db, async (tx) => {
    const added = await insertAudited(tx, { session, user, hash: noPassword }, audit)
    return { added, link: await insertAuditedLink(tx, added, sentTo, audit) }
  })
  return { user: added, ...(await handOver(dependencies, added, link, sentTo)) }
}

/** Creates a link with which another user sets a password; earlier links stop working. Throws 400, 404 or 409. */
export async function makeLink(
  dependencies: LinkDependencies,
  { user: admin }: Session,
  { id, emailAddress }: { id: string; emailAddress: string | null },
  audit: Audit<'user.link'>,
): Promise<Made> {
  if (admin.id === id) throw badRequest('Change your own password under Profile.')
  const sentTo = mailable(dependencies, emailAddress)
  const { user, link } = await inTransaction(dependencies.db, async (tx) => {
    const user = await requireUserAndAdmin(tx, admin, id)
    if (!fromFlag(user.isActive)) throw conflict('This account is inactive. Activate it first.')
    await notifyOfPassword(tx, 'link')
    return { user, link: await insertAuditedLink(tx, user, sentTo, audit) }
  })
  return handOver(dependencies, user, link, sentTo)
}

function mailable({ sendMail }: LinkDependencies, emailAddress: string | null): string | null {
  if (emailAddress === null || sendMail !== undefined) return emailAddress
  const message = 'This server sends no e-mail. Leave it empty, and copy the link.'
  throw badRequest(message, [{ path: 'emailAddress', message }])
}

async function insertAuditedLink(
  tx: Db,
  user: UserRow,
  sentTo: string | null,
  audit: Audit<'user.link'>,
): Promise<NewLink> {
  const link = await insertLink(tx, user, sentTo)
  const details = { username: user.username, kind: link.kind, byMail: sentTo !== null }
  await audit(tx, 'user.link', { subject: `user:${user.id}`, details })
  return link
}

/**
 * Sends the link, or returns it to be shown. A link that could not be sent is shown, too, so that the administrator
 * need not start again.
 */
async function handOver(
  { db, publicUrl = '', sendMail }: LinkDependencies,
  user: UserRow,
  { id, kind, token, expiresAt }: NewLink,
  sentTo: string | null,
): Promise<Made> {
  const link = `${linkPath}#${token}`
  const shown = { kind, address: `${publicUrl}${link}`, sentTo: null, expiresAt }
  if (sentTo === null || sendMail === undefined) {
    return { message: `The link for @${user.username} is ready.`, link: shown }
  }
  const failure = await sendMail({ recipient: sentTo, link, ...wordsOf(user, kind) })
  if (failure === undefined) {
    return { message: `The link was sent to ${sentTo}.`, link: { ...shown, address: null, sentTo } }
  }
  await recordNotSent(db, id)
  return { message: `It could not be sent: ${failure} Copy the link instead.`, link: shown }
}

function wordsOf({ username }: UserRow, kind: NewLink['kind']): Pick<Mail, 'title' | 'text'> {
  if (kind === 'invitation') {
    return {
      title: `You are invited to ${productName}`,
      text: `Your username is ${username}. Open the link within 7 days to choose your password. It works once.`,
    }
  }
  return {
    title: 'Choose a new password',
    text: `For the username ${username}. Open the link within 24 hours. It works once.`,
  }
}
