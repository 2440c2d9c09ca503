import { randomUUIDv7 } from 'node:crypto'
import type { NoticeChannel } from '@dashboard/contract/notices'
import { nowIso } from '@dashboard/store/database/column-values'
import { type Channel, ChannelFailure } from './channels/channel.ts'

/** A message to somebody about their own account. */
export interface AccountMail {
  recipient: string
  title: string
  text: string
  /** Below the product's own address. */
  link: string
}

/** Sends it at once; returns why that failed, in a sentence, or `undefined`. */
export type SendAccountMail = (mail: AccountMail) => Promise<string | undefined>

/** `undefined` where the server sends no e-mail. */
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
