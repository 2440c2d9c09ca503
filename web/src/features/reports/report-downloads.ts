import { countOf } from '@dashboard/contract/counts'
import { downloadReport, downloadReports, type Report } from '@dashboard/contract/reports'
import { useCallback, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { useChange, useDownload } from '../../api/use-change.ts'
import { useSingleMutation } from '../../api/use-single-mutation.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toaster.tsx'
import { putReportsAway } from './put-away-reports.ts'
import { archiveName } from './report-texts.ts'

export function useDownloadReport() {
  return useDownload({
    send: async ({ id }: Report) => {
      const file = await call(downloadReport, { params: { id } })
      putReportsAway([id])
      return file
    },
    nameOf: ({ filename }) => filename,
    failed: ['Download Failed', 'Failed to download report.'],
  })
}

export function useDownloadArchive() {
  return useChange({
    send: async (ids: readonly string[]) => {
      const { blob } = await call(downloadReports, { body: { ids: [...ids] } })
      const name = archiveName(new Date())
      saveFile(blob, name)
      putReportsAway(ids)
      return name
    },
    done: (name, ids) => ({
      title: 'Bulk Download Started',
      description: `${countOf(ids.length, 'report')} in ${name}`,
    }),
    failed: ['Bulk Download Failed', 'Failed to create bulk download.'],
  })
}

/** The parts of a report that are needed to open it. */
type OpenableReport = Pick<Report, 'id' | 'filename'>

/** The tab that will show a report, or the reason why it can only be downloaded. */
type PreparedTab = { tab: Window } | { refusal: string }

/**
 * Opens a tab that will show a report. Call it directly in the click handler: later, pop-up blockers would refuse. Many
 * phones have no PDF viewer in the browser and would leave an empty tab behind.
 */
function openWaitingTab(report: OpenableReport): PreparedTab {
  if (!navigator.pdfViewerEnabled) return { refusal: 'This browser cannot show PDFs' }
  const tab = window.open('', '_blank')
  if (!tab) return { refusal: 'The browser refused a new tab' }
  tab.document.title = report.filename
  tab.document.body.textContent = `Opening ${report.filename}...`
  return { tab }
}

/**
 * Returns `open(report)`, which opens a report for reading. The call needs the session's token, so the tab shows a
 * blob, whose address is valid as long as this page is open.
 */
export function useOpenReport() {
  const toast = useToast()
  const showError = useErrorToast()
  const openingId = useRef<string>(undefined)
  const { mutate, isPending, variables } = useSingleMutation({
    mutationFn: ({ report }: { report: OpenableReport; prepared: PreparedTab }) =>
      call(downloadReport, { params: { id: report.id } }),
    onSuccess: ({ blob, fileName }, { report, prepared }) => {
      if ('tab' in prepared) {
        // Not released: the viewer may read it again to save, print or reload the report.
        if (!prepared.tab.closed) prepared.tab.location.replace(URL.createObjectURL(blob))
        return
      }
      const name = fileName ?? report.filename
      saveFile(blob, name)
      toast({
        title: 'Download Started',
        description: `${prepared.refusal}, so ${name} was downloaded instead.`,
      })
    },
    onError: (error, { prepared }) => {
      if ('tab' in prepared) prepared.tab.close()
      showError('Download Failed', 'Failed to download report.')(error)
    },
    onSettled: () => {
      openingId.current = undefined
    },
  })
  return {
    open: useCallback(
      (report: OpenableReport) => {
        // A second press would open a second tab.
        if (openingId.current === report.id) return
        openingId.current = report.id
        mutate({ report, prepared: openWaitingTab(report) })
      },
      [mutate],
    ),
    openingId: isPending ? variables.report.id : undefined,
  }
}
