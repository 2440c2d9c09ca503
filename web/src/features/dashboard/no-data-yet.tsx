import { DatabaseZap } from 'lucide-react'
import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NoneOfYours } from '../data-status/none-of-yours.tsx'

/** What to do first, before anything was imported. */
export function NoDataYet({ isExported }: { isExported: boolean }) {
  const { circuits } = useSessionUser()
  if (circuits !== null) {
    return (
      <Card>
        <NoneOfYours circuits={circuits} />
      </Card>
    )
  }
  return (
    <Card>
      <EmptyState
        icon={<DatabaseZap aria-hidden />}
        title={isExported ? 'The export is there, the import is not' : 'Nothing here yet'}
        action={
          <Link href={paths.sync} className={buttonClass('primary')}>
            Go to Locust Sync
          </Link>
        }
      >
        {isExported
          ? 'Run "Import to SMPW Dashboard" to see how your circuits are covered.'
          : 'Run a sync first. Then this board shows how your circuits are covered.'}
      </EmptyState>
    </Card>
  )
}
