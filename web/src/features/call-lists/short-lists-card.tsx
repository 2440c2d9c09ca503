import { shortOfWeek } from '@dashboard/contract/call-list-week'
import type { CallList } from '@dashboard/contract/call-lists'
import { localDay } from '@dashboard/contract/local-time'
import { Link } from 'wouter'
import { serverNow } from '../../format/server-clock.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CallListRows } from './call-list-rows.tsx'

const mostShown = 3

/** Shows the first lists of the week that are short of people; shown only while there are any. */
export function ShortListsCard({ callLists }: { callLists: readonly CallList[] }) {
  const short = shortOfWeek(callLists, localDay(serverNow()))
  if (short.length === 0) return null
  return (
    <Card
      title="Short of people this week"
      description={
        short.length > mostShown
          ? `The first ${mostShown} of ${short.length} call lists.`
          : undefined
      }
      actions={
        <Link href={paths.calls} className={buttonClass('secondary')}>
          All call lists
        </Link>
      }
    >
      <CallListRows label="Short of people this week" lists={short.slice(0, mostShown)} />
    </Card>
  )
}
