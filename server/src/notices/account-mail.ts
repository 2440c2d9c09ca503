import { randomUUIDv7 } from 'node:crypto'
import type { NoticeChannel } from '@dashboard/contract/notices'
import { nowIso } from '@dashboard/store/database/column-values'
import { type Channel, ChannelFailure } from './channels/channel.ts'

/** A message to a user about the user's own account. */
export interface AccountMail {
  recipient: string
  title: string
  text: string
  /** A path below the product's own address. */
  link: string
}

/** Sends a message at once; returns why that failed, in a sentence, or `undefined`. */
export type SendAccountMail = (mail: AccountMail) => Promise<string | undefined>

/** Returns what sends such messages; `undefined` when the server sends no e-mail. */
export function accountMailer(
  channels: ReadonlyMap<NoticeChannel, Channel>,
  signal: AbortSignal,
): SendAccountMail | undefined {
  const email = channels.get('email')
  return email && ((mail) => sendAtOnce(email, { purpose: 'account', ...mail }, signal))
}

interface SingleMessage extends Omit<AccountMail, 'recipient'> {
  purpose: 'account' | 'test'
  recipient: string | undefined
}

/** Sends a message of one item at once; returns why that failed, in a sentence, or `undefined`. */
export async function sendAtOnce(
  channel: Channel,
  { purpose, recipient, ...words }: SingleMessage,
  signal: AbortSignal,
): Promise<string | undefined> {
  const item = { ...words, kind: purpose, id: randomUUIDv7(), createdAt: nowIso() }
  try {
    await channel.send({ id: randomUUIDv7(), purpose, items: [item], recipient }, signal)
    return undefined
  } catch (error) {
    if (error instanceof ChannelFailure) return error.message
    throw error
  }
}
