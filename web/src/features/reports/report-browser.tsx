import { countOf } from '@dashboard/contract/counts'
import type { Report } from '@dashboard/contract/reports'
import { ArrowUp, Download, Trash2 } from 'lucide-react'
import {
  type Dispatch,
  type Ref,
  type SetStateAction,
  startTransition,
  useCallback,
  useDeferredValue,
  useMemo,
  useState,
} from 'react'
import { Button } from '../../ui/button.tsx'
import { withTicked } from '../../ui/checklist.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsNarrow } from '../../ui/media-query.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { NewReports } from './new-reports.ts'
import { useDownloadArchive, useDownloadReport, useOpenReport } from './report-downloads.ts'
import {
  arrangeReports,
  existingIds,
  initialView,
  newestInstant,
  noneSelected,
  type ReportSort,
  type ReportsShown,
  type ReportView,
  type SelectedIds,
} from './report-list.ts'
import { ReportRows } from './report-rows.tsx'
import { countText } from './report-texts.ts'
import type { ReportsAnswer } from './reports-queries.ts'

interface ReportBrowserProps {
  ref: Ref<HTMLDivElement>
  /** The search text in the address. */
  asked: string
  answer: ReportsAnswer
  newReports: NewReports
  selected: SelectedIds
  onSelect: Dispatch<SetStateAction<SelectedIds>>
  onDelete: (report: Report) => void
  onDeleteSelected: (ids: readonly string[]) => void
}

/** Shows the reports with search, filters and the actions for several; also when there are no reports. */
export function ReportBrowser(props: ReportBrowserProps) {
  const { asked, answer, newReports, selected, onSelect, onDelete, onDeleteSelected } = props
  const [view, setView] = useState({ ...initialView, search: asked, generation: 0 })
  // The search box responds at once; a long list follows.
  const shownView = useDeferredValue(view)
  const reports = useMemo(() => arrangeReports(answer.reports, shownView), [answer, shownView])
  const ids = useMemo(() => existingIds(selected, answer.reports), [answer, selected])
  const unselected = useMemo(
    () => reports.filter(({ id }) => !selected.has(id)),
    [reports, selected],
  )
  const download = useDownloadReport()
  // Here, since the bar is remounted when a phone is turned, which an archive being made must survive.
  const archive = useDownloadArchive()
  const { open, openingId } = useOpenReport()
  const { unseen, setIsAtTop } = useUnseen(answer, shownView)
  const isNarrow = useIsNarrow()

  const select = useCallback(
    ({ id }: Report, isSelected: boolean) => onSelect((last) => withTicked(last, [id], isSelected)),
    [onSelect],
  )
  const showView = (next: ReportView) => {
    setView(({ generation }) => ({ ...next, generation: generation + 1 }))
    setIsAtTop(true)
  }
  const bar = (
    <SelectionBar
      countText={countText(answer.reports.length, reports.length)}
      ids={ids}
      unselected={unselected}
      hiddenCount={ids.length - (reports.length - unselected.length)}
      onSelect={onSelect}
      isDownloading={archive.isPending}
      onDownload={() => archive.mutate(ids, { onSuccess: () => onSelect(noneSelected) })}
      onDelete={() => onDeleteSelected(ids)}
    />
  )
  return (
    <div ref={props.ref} className="flex flex-col gap-3 max-md:gap-2">
      <ReportViewFields view={view} onChange={showView} />
      {!isNarrow && bar}
      <div className="relative flex flex-col">
        {unseen > 0 && <NewAbove count={unseen} onShow={() => showView({ ...initialView })} />}
        {reports.length === 0 ? (
          <EmptyState
            title="No reports found"
            action={
              answer.reports.length > 0 ? (
                <Button onClick={() => showView({ ...view, search: '', show: 'all' })}>
                  Show all reports
                </Button>
              ) : undefined
            }
          >
            {answer.reports.length > 0
              ? 'No report matches the search and filter.'
              : 'Reports that you generate appear here.'}
          </EmptyState>
        ) : (
          <ReportRows
            reports={reports}
            // A list with a new search, filter or order begins at its top.
            key={shownView.generation}
            newReports={newReports}
            onScroll={setIsAtTop}
            selected={selected}
            onSelect={select}
            onOpen={open}
            openingId={openingId}
            onDownload={download.mutate}
            downloadingId={download.isPending ? download.variables.id : undefined}
            onDelete={onDelete}
          />
        )}
      </div>
      {/* On a phone the first reports are then in view, and the actions in reach of a thumb. */}
      {isNarrow && bar}
    </div>
  )
}

/**
 * Returns how many reports have arrived since the top of the list, where they belong, was last in view: the user has
 * scrolled down, or uses another order.
 */
function useUnseen({ reports }: ReportsAnswer, view: ReportView) {
  const [isAtTop, setIsAtTop] = useState(true)
  const [until, setUntil] = useState('')
  const newest = newestInstant(reports)
  const isInView = isAtTop && view.sort === 'date' && view.search === '' && view.show === 'all'
  if ((isInView || until === '') && until !== newest) setUntil(newest)
  const unseen = reports.filter(({ generatedAt }) => generatedAt > until).length
  return { unseen, setIsAtTop }
}

/** Shows over the list how many reports are new above, so that the list does not move. */
function NewAbove({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="absolute inset-x-0 top-2 z-10 flex animate-appear justify-center">
      <Button icon={<ArrowUp />} className="shadow-float" onClick={onShow}>
        {countOf(count, 'new report')}
      </Button>
    </div>
  )
}

const sorts: { value: ReportSort; label: string }[] = [
  { value: 'date', label: 'Date newest first' },
  { value: 'name', label: 'Name' },
  { value: 'size', label: 'Size largest first' },
]

const filters: { value: ReportsShown; label: string }[] = [
  { value: 'all', label: 'All reports' },
  { value: 'newest', label: 'Without older versions' },
  { value: 'stale', label: 'Only out of date' },
  { value: 'fresh', label: 'Only up to date' },
]

interface ReportViewFieldsProps {
  view: ReportView
  onChange: (view: ReportView) => void
}

function ReportViewFields({ view, onChange }: ReportViewFieldsProps) {
  return (
    <div className="@container">
      <div className="grid gap-2 @min-[18rem]:grid-cols-[1.41fr_1fr] @lg:grid-cols-[minmax(0,1fr)_11rem_8rem]">
        <div className="flex @min-[18rem]:col-span-2 @lg:col-span-1">
          <SearchInput
            label="Search reports"
            placeholder="Circuit or file name"
            value={view.search}
            onChange={(search) => onChange({ ...view, search })}
          />
        </div>
        <Select
          label="Sort reports"
          options={sorts}
          value={view.sort}
          onChange={(sort) => onChange({ ...view, sort })}
        />
        <Select
          label="Filter reports"
          options={filters}
          value={view.show}
          onChange={(show) => onChange({ ...view, show })}
        />
      </div>
    </div>
  )
}

interface SelectionBarProps {
  /** How many reports there are, and how many are shown. */
  countText: string
  ids: readonly string[]
  /** The reports that are shown and not selected. */
  unselected: readonly Report[]
  /** How many are selected, but hidden by search and filter. */
  hiddenCount: number
  onSelect: Dispatch<SetStateAction<SelectedIds>>
  isDownloading: boolean
  onDownload: () => void
  onDelete: () => void
}

/** Shows the actions for the selected reports; it is always rendered, so that nothing jumps. */
function SelectionBar(props: SelectionBarProps) {
  const { countText, ids, unselected, hiddenCount, onSelect } = props
  const { isDownloading, onDownload, onDelete } = props
  const count = ids.length
  // The change affects every row in view, so the click has its own effect first.
  const pickLater = (change: SetStateAction<SelectedIds>) => startTransition(() => onSelect(change))
  const selectAll = () => {
    const added = unselected.map(({ id }) => id)
    pickLater((last) => withTicked(last, added, true))
  }
  return (
    <div className="@container flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div>
          <p className="text-muted">{countText}</p>
          <p className="print:hidden">
            {countOf(count, 'report')} selected
            {hiddenCount > 0 && <span className="text-muted"> ({hiddenCount} not shown)</span>}
          </p>
        </div>
        <span className="-mx-3.5 flex flex-wrap">
          <Button variant="quiet" disabled={unselected.length === 0} onClick={selectAll}>
            Select All
          </Button>
          <Button variant="quiet" disabled={count === 0} onClick={() => pickLater(noneSelected)}>
            Deselect All
          </Button>
        </span>
      </div>
      <div className="grid grid-cols-2 gap-2 @sm:flex">
        <Button
          icon={<Download className="@max-sm:hidden" />}
          disabled={count === 0}
          loading={isDownloading}
          className="whitespace-nowrap @max-sm:px-1"
          onClick={onDownload}
        >
          Download Archive
        </Button>
        <Button
          variant="quiet-danger"
          icon={<Trash2 className="@max-sm:hidden" />}
          disabled={count === 0}
          className="whitespace-nowrap @max-sm:px-1"
          onClick={onDelete}
        >
          Delete Selected
        </Button>
      </div>
    </div>
  )
}

export function LoadingReports() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p className="animate-late text-muted">Loading reports...</p>
      <Skeleton className="h-control" />
      <Skeleton className="h-control" />
      {['first', 'second', 'third', 'fourth'].map((row) => (
        <Skeleton key={row} className="h-15" />
      ))}
    </div>
  )
}
