import { type ChannelState, listNoticeChannels, noticeChannels } from '@dashboard/contract/notices'
import { Send } from 'lucide-react'
import { Loaded } from '../../api/loaded.tsx'
import { useIsSupported } from '../../api/missing-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { useNoticeChannels, useTestChannel } from './monitoring-queries.ts'
import { channelStatus, waitingText } from './monitoring-words.ts'

/** Shows whether each channel's messages arrive, with a button to test it (docs/notices.md#channels). */
export function ChannelsCard() {
  const query = useNoticeChannels()
  if (!useIsSupported(listNoticeChannels)) return null
  return (
    <Card title="Messages" description="Notices that leave the dashboard, and whether they arrive.">
      <Loaded
        query={query}
        loading={<Skeleton className="h-33.5 max-sm:h-39.5" />}
        failed="The channels cannot be shown"
      >
        {({ channels }) => (
          <ul className="-mb-3 flex flex-col divide-y">
            {channels.map((state) => (
              <ChannelRow key={state.channel} state={state} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function ChannelRow({ state }: { state: ChannelState }) {
  const { channel, isConfigured, host, waiting, lastSentAt, failure } = state
  const test = useTestChannel()
  const { state: badge, word } = channelStatus(state)
  const name = noticeChannels[channel]?.name ?? channel
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="w-24 shrink-0 font-medium">{name}</span>
      <span className="w-24 shrink-0">
        <StateBadge state={badge}>{word}</StateBadge>
      </span>
      <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
        {host !== null && <p>{host}</p>}
        {failure && (
          <p className="text-danger-text">
            {failure.message} <RelativeTime at={failure.at} />
            {failure.nextTryAt === null ? ', given up' : ', tried again later'}
          </p>
        )}
        {isConfigured && (
          <p className="text-muted">
            {lastSentAt === null ? (
              'Nothing sent yet'
            ) : (
              <>
                Last sent <RelativeTime at={lastSentAt} />
              </>
            )}
            {waitingText(waiting)}
          </p>
        )}
      </div>
      {isConfigured && (
        <Button
          icon={<Send />}
          loading={test.isPending}
          aria-label={`Send a Test: ${name}`}
          onClick={() => test.mutate(channel)}
        >
          {test.isPending ? 'Sending...' : 'Send a Test'}
        </Button>
      )}
    </li>
  )
}
