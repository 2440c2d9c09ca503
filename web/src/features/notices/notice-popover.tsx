import { Popover } from 'radix-ui'
import { type RefObject, useId } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NoticeRow } from './notice-row.tsx'
import { useMarkRead, type useNotices } from './notices-queries.ts'

interface NoticePopoverProps {
  /** The bell. */
  anchor: RefObject<HTMLButtonElement | null>
  notices: ReturnType<typeof useNotices>
  onClose: () => void
}

/** The newest notices below the bell; as wide as the window on a phone. */
export function NoticePopover({ anchor, notices, onClose }: NoticePopoverProps) {
  const titleId = useId()
  const markRead = useMarkRead()
  const unread = notices.data?.unread ?? 0
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-labelledby={titleId}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
          // A click on the bell closes by itself; closing here as well would open it again.
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          }}
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
            <NoticeList
              notices={notices}
              onOpen={(id, isUnread) => {
                if (isUnread) markRead.mutate([id])
                onClose()
              }}
            />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface NoticeListProps {
  notices: ReturnType<typeof useNotices>
  onOpen: (id: string, isUnread: boolean) => void
}

function NoticeList({ notices: { data, error, refetch }, onOpen }: NoticeListProps) {
  if (!data && error) {
    return (
      <ErrorState title="The notices cannot be shown." onRetry={() => refetch()}>
        {errorMessage(error, 'Failed to fetch notices')}
      </ErrorState>
    )
  }
  if (!data) return <Skeleton className="m-4 h-24" />
  if (data.notices.length === 0) {
    return <EmptyState title="Nothing has happened yet.">What needs you shows up here.</EmptyState>
  }
  return (
    <ul className="divide-y">
      {data.notices.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} onOpen={onOpen} />
      ))}
    </ul>
  )
}
