import { getAutomationStatus } from '@dashboard/contract/automation'
import {
  type ColumnMatch,
  deleteColumnMatch,
  describeColumns,
  getSheetTemplate,
  importUpload,
  listColumnMatches,
  reviewUpload,
  saveColumnMatch,
  type TextReading,
  uploadSheet,
} from '@dashboard/contract/columns'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { endpointUrl } from '../../api/endpoint-url.ts'
import { useChange, useDownload, withMessage } from '../../api/use-change.ts'
import { importAddress, paths } from '../../paths.ts'

/** A sheet, and how its text is read where somebody has chosen that. */
export interface SheetSource extends TextReading {
  /** The uploaded file; if left out, the dashboard's spreadsheet. */
  upload?: string | undefined
  /** Name of a sheet in that workbook. */
  sheet?: string | undefined
}

/** Returns the address of the page that shows how the columns of an uploaded file, or of the spreadsheet, are read. */
export function columnsAddress(source: SheetSource): string {
  return endpointUrl(paths.columns, {}, { ...source })
}

/** Reads the head of an uploaded file, or of the dashboard's spreadsheet, as it is now. */
export function useSheetHead(source: SheetSource) {
  return useQuery({ ...endpointQuery(describeColumns, { query: source }), gcTime: 0, staleTime: 0 })
}

/** Whether all volunteers so far are sample data, which any sheet replaces. */
export function useIsSampleData(): boolean {
  const { data } = useQuery(endpointQuery(getAutomationStatus))
  return data?.isSampleData === true && data.lastImport !== null
}

/** Reads all stored matches, ordered by name. */
export function useMatches() {
  return useQuery(endpointQuery(listColumnMatches))
}

/** Matches, and the heads of sheets, which contain their match. */
const refreshes = ['/api/columns', '/api/column-matches'] as const

/** Uploads a file and opens the page that shows how its columns are read. */
export function useUploadSheet() {
  const [, navigate] = useLocation()
  return useChange({
    send: (file: File) =>
      call(uploadSheet, {
        query: { name: file.name },
        body: new Blob([file], { type: 'application/octet-stream' }),
      }),
    onDone: ({ upload }) => navigate(columnsAddress({ upload: upload.id })),
    failed: ['Upload Failed', 'Failed to send the file.'],
  })
}

export function useSaveMatch() {
  return useChange({
    send: (body: { name: string; match: ColumnMatch }) => call(saveColumnMatch, { body }),
    done: withMessage('Columns Matched'),
    failed: ['Save Failed', 'Failed to save the match.'],
    refreshes,
  })
}

export function useDeleteMatch() {
  return useChange({
    send: (key: string) => call(deleteColumnMatch, { params: { key } }),
    done: withMessage('Match Forgotten'),
    failed: ['Delete Failed', 'Failed to forget the match.'],
    refreshes,
  })
}

/** Imports the file, or reviews what an import of it would change, and opens the page that shows it. */
export function useUseFile(source: SheetSource & { upload: string }, what: 'import' | 'review') {
  const [, navigate] = useLocation()
  const { upload: id, ...body } = source
  const input = { params: { id }, body }
  const isImport = what === 'import'
  return useChange({
    send: async () =>
      isImport
        ? { ...(await call(importUpload, input)), importId: undefined }
        : call(reviewUpload, input),
    done: withMessage(isImport ? 'Import Started' : 'Review Started'),
    onDone: ({ importId }) =>
      navigate(importId === undefined ? paths.sync : importAddress(importId)),
    failed: isImport
      ? ['Import Failed', 'Failed to start the import.']
      : ['Review Failed', 'Failed to start the review.'],
    refreshes: ['/api/jobs', '/api/imports'],
  })
}

export function useTemplate() {
  return useDownload({
    send: () => call(getSheetTemplate),
    nameOf: () => 'Volunteers.xlsx',
    failed: ['Download Failed', 'Failed to download the template.'],
  })
}
