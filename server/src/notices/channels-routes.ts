import {
  listNoticeChannels,
  type NoticeChannel,
  noticeChannels,
  testNoticeChannel,
} from '@dashboard/contract/notices'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { badGateway, conflict } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import { sendAtOnce } from './account-mail.ts'
import { readChannelStates } from './channel-states.ts'
import type { Channel } from './channels/channel.ts'
import { testItem } from './channels/message-words.ts'
import { readChoices } from './choices-queries.ts'

interface Dependencies {
  db: Db
  channels: ReadonlyMap<NoticeChannel, Channel>
  signal: AbortSignal
}

/** Adds the routes that show whether each channel works, and test it (docs/notices.md#channels). */
export function channelsRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { db, channels, signal } = dependencies

  route(app, listNoticeChannels, async () => ({
    channels: await readChannelStates(db, channels),
  }))

  route(app, testNoticeChannel, async ({ params: { channel: name }, user, audit }) => {
    const channel = channels.get(name)
    if (!channel) throw conflict('This channel is not set up on this server.')
    const { emailAddress } = await readChoices(db, user.id)
    const isPersonal = noticeChannels[name].gets === 'choices'
    if (isPersonal && emailAddress === null) {
      throw conflict('Enter your e-mail address under Profile first: the test is sent there.')
    }
    await audit(db, 'channel.test', { details: { channel: name } })
    const recipient = isPersonal ? (emailAddress ?? undefined) : undefined
    const failure = await sendAtOnce(channel, { ...testItem, purpose: 'test', recipient }, signal)
    if (failure !== undefined) throw badGateway(failure)
    return { message: recipient ? `Sent to ${recipient}.` : `Sent to ${channel.host}.` }
  })
}
