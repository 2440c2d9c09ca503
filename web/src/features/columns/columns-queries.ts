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
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { importAddress, paths } from '../../paths.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useToast } from '../../ui/toaster.tsx'
import { refreshImports } from '../imports/imports-queries.ts'
import { refreshJobs } from '../jobs/jobs-queries.ts'

/** A sheet, and how its text is read where somebody has chosen that. */
export interface SheetSource extends TextReading {
  /** The uploaded file; if left out, the dashboard's spreadsheet. */
  upload?: string | undefined
  /** Name of a sheet in that workbook. */
  sheet?: string | undefined
}

/** Returns the address of the page that shows how the columns of an uploaded file, or of the spreadsheet, are read. */
export function columnsAddress(place: SheetSource): string {
  const given = Object.entries(place).filter(([, value]) => value !== undefined) as [
    string,
    string,
  ][]
  const query = new URLSearchParams(given)
  return query.size === 0 ? paths.columns : `${paths.columns}?${query}`
}

/** Reads the head of an uploaded file, or of the dashboard's spreadsheet, as it is now. */
export function useSheetHead(place: SheetSource) {
  return useQuery({ ...endpointQuery(describeColumns, { query: place }), gcTime: 0, staleTime: 0 })
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

/** Reads matches and heads again; the head of a sheet contains its match. */
function refreshMatches(client: QueryClient): Promise<unknown> {
  const keys = [pathKey('/api/columns'), pathKey('/api/column-matches')]
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Uploads a file and opens the page that shows how its columns are read. */
export function useBringFile() {
  const showError = useErrorToast()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (file: File) =>
      call(uploadSheet, {
        query: { name: file.name },
        body: new Blob([file], { type: 'application/octet-stream' }),
      }),
    onSuccess: ({ upload }) => navigate(columnsAddress({ upload: upload.id })),
    onError: showError('Upload Failed', 'Failed to send the file.'),
  })
}

export function useSaveMatch() {
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (body: { name: string; match: ColumnMatch }) => call(saveColumnMatch, { body }),
    onSuccess: ({ message }) => {
      toast({ title: 'Columns Matched', description: message, variant: 'success' })
      return refreshMatches(client)
    },
    onError: showError('Save Failed', 'Failed to keep the match.'),
  })
}

export function useForgetMatch() {
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: (key: string) => call(deleteColumnMatch, { params: { key } }),
    onSuccess: ({ message }) => {
      toast({ title: 'Match Forgotten', description: message, variant: 'success' })
      return refreshMatches(client)
    },
    onError: showError('Delete Failed', 'Failed to forget the match.'),
  })
}

/** Imports the file, or reviews what an import of it would change, and opens the page that shows it. */
export function useUseFile({ upload, ...reading }: SheetSource & { upload: string }) {
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  const [, navigate] = useLocation()
  const input = { params: { id: upload }, body: reading }
  return useMutation({
    mutationFn: async (what: 'import' | 'review') =>
      what === 'import'
        ? { ...(await call(importUpload, input)), importId: undefined }
        : call(reviewUpload, input),
    onSuccess: ({ message, importId }, what) => {
      const title = what === 'import' ? 'Import Started' : 'Review Started'
      toast({ title, description: message, variant: 'success' })
      navigate(importId === undefined ? paths.sync : importAddress(importId))
    },
    onError: (error, what) =>
      showError(
        what === 'import' ? 'Import Failed' : 'Review Failed',
        what === 'import' ? 'Failed to start the import.' : 'Failed to start the review.',
      )(error),
    onSettled: () => Promise.all([refreshJobs(client), refreshImports(client)]),
  })
}

export function useTemplate() {
  const showError = useErrorToast()
  return useMutation({
    mutationFn: () => call(getSheetTemplate),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? 'Volunteers.xlsx'),
    onError: showError('Download Failed', 'Failed to download the template.'),
  })
}
