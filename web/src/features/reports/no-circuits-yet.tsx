import { Inbox } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NoneOfYours } from '../data-status/none-of-yours.tsx'

/** Before the first import there is nothing to choose from. */
export function NoCircuitsYet() {
  const { circuits } = useSessionUser()
  if (circuits !== null) return <NoneOfYours circuits={circuits} />
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title="No circuits yet"
      action={
        <Link href={paths.sync} className={buttonClass('primary')}>
          Go to Locust Sync
        </Link>
      }
    >
      Run a sync to bring in circuits and congregations; then choose here what to report on.
    </EmptyState>
  )
}
