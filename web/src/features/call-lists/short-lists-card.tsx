import { shortOfWeek } from '@dashboard/contract/call-list-week'
import type { CallList } from '@dashboard/contract/call-lists'
import { localDay } from '@dashboard/contract/local-time'
import { Link } from 'wouter'
import { serverNow } from '../../format/server-clock.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { CallListRows } from './call-list-rows.tsx'

const title = 'Short of people this week'
const mostShown = 3

/** Shows the first lists of the week that are short of people; shown only while there are any. */
export function ShortListsCard({ callLists }: { callLists: readonly CallList[] }) {
  const short = shortOfWeek(callLists, localDay(serverNow()))
  if (short.length === 0) return null
  return (
    <Card title={title}>
      <CallListRows label={title} lists={short.slice(0, mostShown)} />
      {short.length > mostShown && (
        <Link href={paths.calls} className="text-link min-h-control self-start">
          {short.length - mostShown} more
        </Link>
      )}
    </Card>
  )
}
