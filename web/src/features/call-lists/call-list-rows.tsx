import {
  type CallListState,
  callCountsText,
  callListState,
  callListStateLabels,
  placeName,
  timeText,
} from '@dashboard/contract/call-list-week'
import type { CallList } from '@dashboard/contract/call-lists'
import { Circle, CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { callListAddress } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'

interface CallListRowsProps {
  label: string
  lists: readonly CallList[]
}

/** Shows call lists as rows that lead to them, each with how far it is. */
export function CallListRows({ label, lists }: CallListRowsProps) {
  return (
    <ul aria-label={label}>
      {lists.map((list) => (
        <li key={list.id} className="border-b last:border-b-0">
          <Link
            href={callListAddress(list.id)}
            className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 hover:underline"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium text-primary-text">{placeName(list)}</span>
              <span className="block text-muted">{timeText(list)}</span>
            </span>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
              <CallListMark list={list} />
              {callCountsText(list)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The icon and tone of each state, shown beside its word. */
const marks: Readonly<
  Record<CallListState, readonly [LucideIcon, 'success' | 'waiting' | 'neutral']>
> = {
  full: [CircleCheck, 'success'],
  short: [CircleAlert, 'waiting'],
  'not-begun': [Circle, 'neutral'],
}

export function CallListMark({ list }: { list: CallList }) {
  const state = callListState(list)
  const [Icon, tone] = marks[state]
  return (
    <Badge tone={tone} icon={<Icon />}>
      {callListStateLabels[state]}
    </Badge>
  )
}
