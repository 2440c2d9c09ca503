import type { Report } from '@dashboard/contract/reports'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useDownloadArchive, useDownloadReport, useOpenReport } from './report-downloads.ts'
import { arrangeReports, initialView, pickedIds } from './report-list.ts'
import { ReportRows } from './report-rows.tsx'
import { ReportViewFields } from './report-view-fields.tsx'
import { SelectionBar } from './selection-bar.tsx'

interface ReportShelfProps {
  reports: readonly Report[]
  arrived: ReadonlySet<string>
  picked: ReadonlySet<string>
  onPick: (picked: ReadonlySet<string>) => void
  onDelete: (report: Report) => void
  onDeleteSelected: (ids: readonly string[]) => void
}

/** The reports with what finds them and what can be done with several. */
export function ReportShelf(props: ReportShelfProps) {
  const { reports, arrived, picked, onPick, onDelete, onDeleteSelected } = props
  const [view, setView] = useState(initialView)
  const shown = useMemo(() => arrangeReports(reports, view), [reports, view])
  const ids = useMemo(() => pickedIds(reports, picked), [reports, picked])
  const shownPicked = useMemo(() => pickedIds(shown, picked).length, [shown, picked])
  const archive = useDownloadArchive()
  const download = useDownloadReport()
  const { open, openingId } = useOpenReport()

  const pick = (id: string, isPicked: boolean) => {
    const next = new Set(picked)
    if (isPicked) next.add(id)
    else next.delete(id)
    onPick(next)
  }
  return (
    <>
      <ReportViewFields view={view} onChange={setView} />
      <SelectionBar
        count={ids.length}
        hiddenCount={ids.length - shownPicked}
        canSelectMore={shownPicked < shown.length}
        onSelectAll={() => onPick(new Set([...picked, ...shown.map((report) => report.id)]))}
        onDeselectAll={() => onPick(new Set())}
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
          // Another order starts at its top.
          key={`${view.sort} ${view.age} ${view.search}`}
          reports={shown}
          arrived={arrived}
          picked={picked}
          onPick={pick}
          onOpen={open}
          openingId={openingId}
          onDownload={(report) => download.mutate(report)}
          downloadingId={download.isPending ? download.variables.id : undefined}
          onDelete={onDelete}
        />
      )}
    </>
  )
}
