import { useLocation } from 'wouter'
import { paths } from '../../paths.ts'
import { useOpenReport } from '../reports/report-downloads.ts'
import { useRunSync } from '../sync/sync-queries.ts'
import type { FindEntry } from './find-entries.ts'

/** Does what a result stands for: goes there, opens the PDF, or runs the action. */
export function useFindChoice(onShowShortcuts: () => void): (entry: FindEntry) => void {
  const [, navigate] = useLocation()
  const { open } = useOpenReport()
  const sync = useRunSync()
  return ({ target }) => {
    if ('href' in target) return navigate(target.href)
    if ('open' in target) return open(target.open)
    if (target.run === 'shortcuts') return onShowShortcuts()
    sync.mutate('export-and-import')
    // Where it is followed, and cancelled.
    navigate(paths.sync)
  }
}
