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
  if (email === undefined) return undefined
  return async ({ recipient, ...words }) => {
    const item = { ...words, kind: 'account', id: randomUUIDv7(), createdAt: nowIso() }
    const message = { id: randomUUIDv7(), purpose: 'account', items: [item], recipient } as const
    try {
      await email.send(message, signal)
      return undefined
    } catch (error) {
      if (error instanceof ChannelFailure) return error.message
      throw error
    }
  }
}
