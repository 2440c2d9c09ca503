import { type Notice, noticeKinds } from '@dashboard/contract/notices'
import { Popover } from 'radix-ui'
import { useId } from 'react'
import { Link } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { formatInstant } from '../../format/time.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { useMarkRead, type useNotices } from './notices-queries.ts'

interface NoticePopoverProps {
  notices: ReturnType<typeof useNotices>
  onClose: () => void
}

/** Shows the newest notices below the bell; as wide as the window on a phone. */
export function NoticePopover({ notices, onClose }: NoticePopoverProps) {
  const titleId = useId()
  const markRead = useMarkRead()
  const unread = notices.data?.unread ?? 0
  const open = (id: string, isUnread: boolean) => {
    if (isUnread) markRead.mutate([id])
    onClose()
  }
  return (
    <Popover.Portal>
      <Popover.Content
        aria-labelledby={titleId}
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 flex max-h-(--radix-popover-content-available-height) w-100 max-w-(--radix-popover-content-available-width) animate-appear flex-col rounded-card border bg-surface-raised shadow-float"
      >
        <div className="flex min-h-13 items-center justify-between gap-3 border-b py-1 pr-2 pl-4">
          <h2 id={titleId} className="text-base font-semibold">
            Notices
          </h2>
          {unread > 0 && (
            <Button
              variant="quiet"
              loading={markRead.isPending}
              onClick={() => markRead.mutate('all')}
            >
              Mark all as read
            </Button>
          )}
        </div>
        <div className="min-h-0 overflow-y-auto">
          <Loaded
            query={notices}
            loading={<Skeleton className="m-4 h-24" />}
            failed="The notices cannot be shown"
          >
            {(data) =>
              data.notices.length === 0 ? (
                <EmptyState title="Nothing has happened yet.">
                  What needs your attention appears here.
                </EmptyState>
              ) : (
                <ul className="divide-y">
                  {data.notices.map((notice) => (
                    <NoticeRow key={notice.id} notice={notice} onOpen={open} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </div>
      </Popover.Content>
    </Popover.Portal>
  )
}

interface NoticeRowProps {
  notice: Notice
  onOpen: (id: string, isUnread: boolean) => void
}

/** Shows one notice: what happened, and a link to the page that shows more. */
function NoticeRow({ notice, onOpen }: NoticeRowProps) {
  const { id, kind, title, text, link, createdAt, readAt } = notice
  const isUnread = readAt === null
  return (
    <li>
      <Link
        href={link}
        onClick={() => onOpen(id, isUnread)}
        className="flex gap-3 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="flex h-5 shrink-0 items-center">
          <StateDot state={isUnread ? (noticeKinds[kind]?.state ?? 'neutral') : 'neutral'} />
        </span>
        <span className="min-w-0 grow">
          <span className={classNames('block', isUnread && 'font-semibold')}>
            {isUnread && <span className="sr-only">Unread: </span>}
            {title}
          </span>
          <span className="block text-muted">{text}</span>
          <span className="mt-0.5 block text-xs text-muted">
            <RelativeTime at={createdAt} isRepeated />
            <span aria-hidden> · {formatInstant(createdAt)}</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
