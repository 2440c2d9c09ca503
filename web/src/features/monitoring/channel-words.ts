import { formatCount } from '@dashboard/contract/counts'
import type { ChannelState } from '@dashboard/contract/notices'

/** How a channel fares, in a word and its color. */
export function channelStatus({
  isConfigured,
  lastSentAt,
  failure,
}: Pick<ChannelState, 'isConfigured' | 'lastSentAt' | 'failure'>) {
  if (!isConfigured) return { state: 'neutral', word: 'Not set up' } as const
  if (failure) return { state: 'failed', word: 'Failing' } as const
  // Nothing shows yet that it works.
  if (lastSentAt === null) return { state: 'neutral', word: 'Set up' } as const
  return { state: 'success', word: 'Working' } as const
}

/** What follows when something was last sent. */
export function waitingText(waiting: number): string {
  return waiting === 0 ? '' : ` · ${formatCount(waiting)} waiting`
}
