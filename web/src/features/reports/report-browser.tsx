import type { ManyReports, Report } from '@dashboard/contract/reports'
import {
  type Dispatch,
  type Ref,
  startTransition,
  useCallback,
  useDeferredValue,
  useState,
} from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingReports } from './loading-reports.tsx'
import { filterOf, type Picked, type PickedAction } from './picked-reports.ts'
import { useDownloadArchive, useDownloadReport, useOpenReport } from './report-downloads.ts'
import { initialView, type ReportView } from './report-list.ts'
import { countAll, type ReportsAnswer } from './report-pages.ts'
import { ReportRows } from './report-rows.tsx'
import { ReportViewFields } from './report-view-fields.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { usePickedFacts } from './use-picked-facts.ts'
import { type ReportList, useReportList } from './use-report-list.ts'

interface ReportBrowserProps {
  ref: Ref<HTMLDivElement>
  /** What the address asks to be searched for. */
  asked: string
  answer: ReportsAnswer
  arrived: ReadonlySet<string>
  picked: Picked
  onPick: Dispatch<PickedAction>
  onDelete: (report: Report) => void
  onDeleteSelected: (selected: { many: ManyReports; count: number }) => void
}

/** The reports with what finds them and what can be done with several; without any report, too. */
export function ReportBrowser(props: ReportBrowserProps) {
  const { asked, answer, arrived, picked, onPick, onDelete, onDeleteSelected } = props
  const [view, setView] = useState({ ...initialView, search: asked })
  // The search box answers at once; a long list follows.
  const shownView = useDeferredValue(view)
  const list = useReportList(answer, shownView)
  const { many, count, hiddenCount, canSelectMore } = usePickedFacts(answer, list, picked)
  const archive = useDownloadArchive()
  const download = useDownloadReport()
  const { open, openingId } = useOpenReport()

  const pick = useCallback(
    (report: Report, isPicked: boolean) => onPick({ type: 'pick', report, isPicked }),
    [onPick],
  )
  const look = (next: ReportView) => {
    setView(next)
    if (next.search !== view.search || next.show !== view.show) onPick({ type: 'lookElsewhere' })
  }
  const selectAll = (): PickedAction =>
    list.isAllLoaded
      ? { type: 'pickAll', ids: list.reports.map(({ id }) => id) }
      : {
          type: 'pickMatching',
          filter: filterOf(shownView),
          until: answer.reports[0]?.generatedAt ?? '',
        }
  // Changes every row in view: the click is answered first.
  const pickLater = (action: PickedAction) => startTransition(() => onPick(action))
  return (
    <div ref={props.ref} className="flex flex-col gap-4">
      <ReportViewFields view={view} onChange={look} />
      <SelectionBar
        count={count}
        hiddenCount={hiddenCount}
        canSelectMore={canSelectMore}
        onSelectAll={() => pickLater(selectAll())}
        onDeselectAll={() => pickLater({ type: 'clear' })}
        isDownloading={archive.isPending}
        onDownload={() =>
          archive.mutate({ many, count }, { onSuccess: () => onPick({ type: 'clear' }) })
        }
        onDelete={() => onDeleteSelected({ many, count })}
      />
      <NothingToShow
        list={list}
        isEmpty={countAll(answer) === 0}
        onShowAll={() => look({ ...view, search: '', show: 'all' })}
      />
      {list.reports.length > 0 && (
        <ReportRows
          reports={list.reports}
          isAllLoaded={list.isAllLoaded}
          onNearEnd={list.loadMore}
          view={shownView}
          arrived={arrived}
          picked={picked}
          onPick={pick}
          onOpen={open}
          openingId={openingId}
          onDownload={download.mutate}
          downloadingId={download.isPending ? download.variables.id : undefined}
          onDelete={onDelete}
        />
      )}
    </div>
  )
}

interface NothingToShowProps {
  list: ReportList
  /** There is no report at all. */
  isEmpty: boolean
  onShowAll: () => void
}

/** What stands in place of rows: that they are on their way, cannot be loaded, or do not exist. */
function NothingToShow({ list, isEmpty, onShowAll }: NothingToShowProps) {
  const { reports, isLoading, error, retry } = list
  if (reports.length > 0) return null
  if (isEmpty) {
    return <EmptyState title="No reports found">Reports that you generate appear here.</EmptyState>
  }
  if (error) {
    return (
      <ErrorState title="The reports could not be loaded" onRetry={retry}>
        {errorMessage(error, 'Check the connection and try again.')}
      </ErrorState>
    )
  }
  if (isLoading) return <LoadingReports />
  return (
    <EmptyState
      title="No reports found"
      action={<Button onClick={onShowAll}>Show all reports</Button>}
    >
      No report matches the search and filter.
    </EmptyState>
  )
}
