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
  const open = new Map<NoticeChannel, Channel>()
  for (const name of NoticeChannel.options) {
    const channel = channels[name]
    if (channel) open.set(name, channel)
  }
  return open
}
