import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { NoticeChannel } from '@dashboard/contract/notices'
import type { NoticeSettings } from '@dashboard/store/settings/settings-notices'
import type { Channel } from './channel.ts'
import { emailChannel } from './email-channel.ts'
import { heartbeatChannel, webhookChannel } from './http-channel.ts'

interface Dependencies {
  settings: NoticeSettings
  readColors(): Promise<BrandPalette>
}

export function openChannels({ settings, readColors }: Dependencies): Map<NoticeChannel, Channel> {
  const { publicUrl = '', email, webhook, heartbeatUrl } = settings
  const channels: Record<NoticeChannel, Channel | undefined> = {
    email: email && emailChannel({ settings: email, publicUrl, readColors }),
    webhook: webhook && webhookChannel({ settings: webhook, publicUrl }),
    heartbeat: heartbeatUrl === undefined ? undefined : heartbeatChannel(heartbeatUrl),
  }
  return new Map(
    NoticeChannel.options.flatMap((name) => {
      const channel = channels[name]
      return channel ? [[name, channel]] : []
    }),
  )
}
