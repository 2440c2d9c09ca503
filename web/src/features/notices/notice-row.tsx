import type { Notice, NoticeKind } from '@dashboard/contract/notices'
import { Link } from 'wouter'
import { classNames } from '../../ui/class-names.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type State, StateDot } from '../../ui/state-badge.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

const states: Record<NoticeKind, State> = {
  'sync-failed': 'failed',
  'import-guard': 'failed',
  'reports-failed': 'failed',
  'sync-skipped': 'waiting',
  'rows-skipped': 'waiting',
  'schedule-missed': 'waiting',
  'data-old': 'waiting',
  'reports-expire': 'waiting',
  'backup-failed': 'failed',
  'backup-old': 'failed',
  'codes-refused': 'failed',
  'administrator-made': 'waiting',
  'password-set': 'waiting',
  'reports-ready': 'success',
  recovered: 'success',
}

interface NoticeRowProps {
  notice: Notice
  onOpen: (id: string, isUnread: boolean) => void
}

/** One notice: what happened, and a link to the page that shows more. */
export function NoticeRow({ notice, onOpen }: NoticeRowProps) {
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
          <StateDot state={isUnread ? (states[kind] ?? 'neutral') : 'neutral'} />
        </span>
        <span className="min-w-0 grow">
          <span className={classNames('block', isUnread && 'font-semibold')}>
            {isUnread && <VisuallyHidden>Unread: </VisuallyHidden>}
            {title}
          </span>
          <span className="block text-muted">{text}</span>
          <span className="mt-0.5 block text-xs text-muted">
            <RelativeTime at={createdAt} />
          </span>
        </span>
      </Link>
    </li>
  )
}
