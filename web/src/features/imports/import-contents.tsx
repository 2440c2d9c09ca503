import type { ImportTotals } from '@dashboard/contract/automation'
import { formatCount } from '@dashboard/contract/counts'
import type { ImportCircuit, ImportDetail } from '@dashboard/contract/imports'
import { useSearchParams } from 'wouter'
import { Card } from '../../ui/card.tsx'
import { onDemand, useOnDemand } from '../../ui/on-demand.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ChangesView } from './changes-view.tsx'
import type { RejectsViewProps } from './rejects-view.tsx'

const rejectsView = onDemand(async () => (await import('./rejects-view.tsx')).RejectsView)

interface ImportContentsProps {
  entry: ImportDetail
  totals: ImportTotals
  circuits: readonly ImportCircuit[]
}

/** The changes, and the rows that were skipped; the address may ask for the latter. */
export function ImportContents({ entry, totals, circuits }: ImportContentsProps) {
  const [search] = useSearchParams()
  const changes = totals.new + totals.moved + totals.changed + totals.left
  const label = (text: string, count: number) => `${text} (${formatCount(count)})`
  return (
    <Card>
      <Tabs
        label="What is in it"
        initial={search.get('show') === 'skipped' ? 'skipped' : 'changes'}
        tabs={[
          {
            value: 'changes',
            label: label('Changes', changes),
            content: <ChangesView entry={entry} circuits={circuits} changes={changes} />,
          },
          {
            value: 'skipped',
            label: label('Skipped rows', totals.skipped),
            content: <SkippedRows entry={entry} circuits={circuits} skipped={totals.skipped} />,
          },
        ]}
      />
    </Card>
  )
}

/** Loaded apart from the changes, which most people look at first. */
function SkippedRows(props: RejectsViewProps) {
  const View = useOnDemand(rejectsView, true)
  return View ? <View {...props} /> : <Spinner />
}
