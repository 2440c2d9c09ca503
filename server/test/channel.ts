import type { NoticeChannel } from '@dashboard/contract/notices'
import { type Channel, ChannelFailure, type Message } from '../src/notices/channels/channel.ts'

/** Returns a channel that collects the messages it is to send, or fails when a test says so. */
export function recordingChannel(name: NoticeChannel) {
  const sent: Message[] = []
  const failures: ChannelFailure[] = []
  const channel: Channel = {
    host: `${name}.example.org`,
    async send(message) {
      const failure = failures.shift()
      if (failure) throw failure
      sent.push(message)
    },
    async check() {},
  }
  const failOnce = (message: string, options?: ConstructorParameters<typeof ChannelFailure>[1]) =>
    failures.push(new ChannelFailure(message, options))
  return { channel, sent, failOnce }
}
