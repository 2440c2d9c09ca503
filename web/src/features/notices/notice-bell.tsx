import { formatCount } from '@dashboard/contract/counts'
import { listNotices } from '@dashboard/contract/notices'
import { Bell } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useIsSupported } from '../../api/missing-calls.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { NoticePopover } from './notice-popover.tsx'
import { useNotices } from './notices-queries.ts'

export function NoticeBell() {
  const notices = useNotices()
  const [isOpen, setIsOpen] = useState(false)
  const unread = notices.data?.unread ?? 0
  if (!useIsSupported(listNotices)) return null
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <IconButton
          label={bellLabel(unread)}
          icon={
            <span className="relative">
              <Bell />
              {unread > 0 && (
                <span
                  aria-hidden
                  className="absolute -top-2.5 left-2 min-w-4.5 rounded-full bg-primary px-1 text-center text-xs leading-4.5 font-semibold text-on-primary"
                >
                  {bellCount(unread)}
                </span>
              )}
            </span>
          }
        />
      </Popover.Trigger>
      <NoticePopover notices={notices} onClose={() => setIsOpen(false)} />
    </Popover.Root>
  )
}

const maxShown = 99

export function bellCount(unread: number): string {
  return unread > maxShown ? `${maxShown}+` : String(unread)
}

export function bellLabel(unread: number): string {
  return unread === 0 ? 'Notices' : `Notices, ${formatCount(unread)} unread`
}
