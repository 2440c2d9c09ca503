import type { NoticeChannel } from '@dashboard/contract/notices'
import { failedCheck, type PreflightCheck, passedCheck } from '@dashboard/contract/preflight'
import type { NoticeSettings } from '@dashboard/store/settings/settings-notices'
import { type Channel, ChannelFailure } from './channels/channel.ts'
import { openChannels } from './channels/open-channels.ts'

const words: Record<NoticeChannel, { name: string; fix: string }> = {
  email: {
    name: 'E-mail',
    fix: 'Check SMTP_URL, and that this machine may reach the mail server.',
  },
  webhook: { name: 'Webhook', fix: 'Check NOTICE_WEBHOOK_URL.' },
  heartbeat: { name: 'Heartbeat', fix: 'Check HEARTBEAT_URL.' },
}

/** Whether the channels that are set up can be reached; nothing is sent. */
export async function checkChannels(settings: NoticeSettings): Promise<PreflightCheck[]> {
  const channels = openChannels({ settings, readColors: async () => null })
  return Promise.all([...channels.values()].map(checkChannel))
}

async function checkChannel(channel: Channel): Promise<PreflightCheck> {
  const { name, fix } = words[channel.name]
  try {
    await channel.check(new AbortController().signal)
    return passedCheck(name, `${channel.host} can be reached.`)
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    return failedCheck(name, `${channel.host}: ${error.message}`, fix)
  }
}
