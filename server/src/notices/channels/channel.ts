export interface MessageItem {
  id: string
  kind: string
  title: string
  text: string
  /** A path below the product's own address. */
  link: string
  createdAt: string
}

export interface Message {
  /** The same in every try, so that a receiver can recognize a second copy. */
  id: string
  /**
   * `week`: the weekly mail; `test`: a user tests the channel; `account`: the message is about the receiver's own
   * account.
   */
  purpose: 'notices' | 'reminder' | 'week' | 'test' | 'account'
  items: readonly MessageItem[]
  /** The address of an e-mail; other channels have none. */
  recipient: string | undefined
}

/** A way to send messages out of the product (docs/notices.md#channels). */
export interface Channel {
  /** The host that it sends to, without parts that may be secret. */
  readonly host: string
  /** Throws a ChannelFailure. */
  send(message: Message, signal: AbortSignal): Promise<void>
  /** Checks whether its server can be reached, without sending anything. Throws a ChannelFailure. */
  check(signal: AbortSignal): Promise<void>
}

/** How long each step of sending may take, in milliseconds. */
export const channelTimeoutMs = 15_000

/** Why a message was not sent, in a sentence for administrators, without secrets. */
export class ChannelFailure extends Error {
  override name = 'ChannelFailure'
  /** The same message would be refused again. */
  readonly isFinal: boolean
  /** After how many milliseconds the receiver accepts the next try. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    { isFinal = false, retryAfterMs = undefined as number | undefined } = {},
  ) {
    super(message)
    this.isFinal = isFinal
    this.retryAfterMs = retryAfterMs
  }
}
