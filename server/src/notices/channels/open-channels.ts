import type { BrandPalette } from '@dashboard/contract/brand-palette'
import type { NoticeChannel } from '@dashboard/contract/notices'
import type { NoticeSettings } from '@dashboard/store/settings/settings-notices'
import type { Channel } from './channel.ts'
import { emailChannel } from './email-channel.ts'
import { heartbeatChannel, webhookChannel } from './http-channel.ts'

interface Dependencies {
  settings: NoticeSettings
  /** The saved colors of the brand, for e-mail. */
  readColors(): Promise<BrandPalette>
}

export function openChannels({ settings, readColors }: Dependencies): Map<NoticeChannel, Channel> {
  const { publicUrl = '', email, webhook, heartbeatUrl } = settings
  const channels = [
    email && emailChannel({ settings: email, publicUrl, readColors }),
    webhook && webhookChannel({ settings: webhook, publicUrl }),
    heartbeatUrl !== undefined && heartbeatChannel(heartbeatUrl),
  ].filter((channel) => channel !== undefined && channel !== false)
  return new Map(channels.map((channel) => [channel.name, channel]))
}
