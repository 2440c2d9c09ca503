import type { Report } from '@dashboard/contract/reports'
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
import { EmptyState } from '../../ui/empty-state.tsx'
import { useDownloadArchive, useDownloadReport, useOpenReport } from './report-downloads.ts'
import { arrangeReports, initialView, listLines, pickedIds, versionsKey } from './report-list.ts'
import { ReportRows } from './report-rows.tsx'
import { ReportViewFields } from './report-view-fields.tsx'
import { SelectionBar } from './selection-bar.tsx'

interface ReportBrowserProps {
  ref: Ref<HTMLDivElement>
  reports: readonly Report[]
  arrived: ReadonlySet<string>
  picked: ReadonlySet<string>
  onPick: Dispatch<SetStateAction<ReadonlySet<string>>>
  onDelete: (report: Report) => void
  onDeleteSelected: (ids: readonly string[]) => void
}

const nothingUnfolded: ReadonlySet<string> = new Set()

/** The reports with what finds them and what can be done with several. */
export function ReportBrowser(props: ReportBrowserProps) {
  const { reports, arrived, picked, onPick, onDelete, onDeleteSelected } = props
  const [view, setView] = useState(initialView)
  // The search box answers at once; a long list follows.
  const shownView = useDeferredValue(view)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(nothingUnfolded)
  const shown = useMemo(() => arrangeReports(reports, shownView), [reports, shownView])
  const lines = useMemo(() => listLines(shown, unfolded), [shown, unfolded])
  const ids = useMemo(() => pickedIds(reports, picked), [reports, picked])
  const shownPicked = useMemo(
    () => lines.reduce((count, { report }) => count + (picked.has(report.id) ? 1 : 0), 0),
    [lines, picked],
  )
  const canSelectMore = useMemo(
    () => shown.some(({ current }) => !picked.has(current.id)),
    [shown, picked],
  )
  const archive = useDownloadArchive()
  const download = useDownloadReport()
  const { open, openingId } = useOpenReport()

  const pick = useCallback(
    (id: string, isPicked: boolean) =>
      onPick((before) => {
        const next = new Set(before)
        if (isPicked) next.add(id)
        else next.delete(id)
        return next
      }),
    [onPick],
  )
  const unfold = useCallback((report: Report, isUnfolded: boolean) => {
    setUnfolded((before) => {
      const next = new Set(before)
      if (isUnfolded) next.add(versionsKey(report))
      else next.delete(versionsKey(report))
      return next
    })
  }, [])
  // Changes every row in view: the click is answered first.
  const pickAll = (ids: ReadonlySet<string>) => startTransition(() => onPick(ids))
  return (
    <div ref={props.ref} className="flex flex-col gap-4">
      <ReportViewFields view={view} onChange={setView} />
      <SelectionBar
        count={ids.length}
        hiddenCount={ids.length - shownPicked}
        canSelectMore={canSelectMore}
        // Each circuit and congregation once: older versions are only picked one by one.
        onSelectAll={() => pickAll(new Set([...picked, ...shown.map(({ current }) => current.id)]))}
        onDeselectAll={() => pickAll(new Set())}
        isDownloading={archive.isPending}
        onDownload={() => archive.mutate(ids, { onSuccess: () => onPick(new Set()) })}
        onDelete={() => onDeleteSelected(ids)}
      />
      {shown.length === 0 ? (
        <EmptyState
          title="No reports found"
          action={
            <Button onClick={() => setView({ ...view, search: '', age: 'all' })}>
              Show all reports
            </Button>
          }
        >
          No report matches the search and filter.
        </EmptyState>
      ) : (
        <ReportRows
          lines={lines}
          view={shownView}
          arrived={arrived}
          picked={picked}
          onPick={pick}
          onUnfold={unfold}
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
