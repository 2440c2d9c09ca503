import { listImportRejects } from '@dashboard/contract/import-rejects'
import {
  applyImport,
  type ChangeKind,
  getImport,
  type ImportListEntry,
  listImportChanges,
  listImports,
  reviewImport,
} from '@dashboard/contract/imports'
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { importPolling } from '../../api/polling.ts'
import { importAddress } from '../../paths.ts'
import { useToast } from '../../ui/toaster.tsx'
import { refreshJobs } from '../jobs/jobs-queries.ts'

const importsPerPage = 10
const rowsPerPage = 50

/** The place to which a list of an import is limited. */
interface PlaceFilter {
  circuit?: string
  congregation?: string
  q?: string
}

/** Reads one review or import with its numbers; polled while it runs. */
export function useImport(id: string) {
  return useQuery({
    ...endpointQuery(getImport, { params: { id } }),
    ...importPolling,
    select: ({ import: entry, ...answer }) => ({
      ...answer,
      import: { ...entry, guard: entry.guard && { ...noColumns, ...entry.guard } },
    }),
  })
}

/** Values that a server of the version before does not send yet. */
const noColumns = { columns: [], erasures: 0, replaced: [], replacements: 0, unknownColumns: [] }

/** Reads a page of the history, newest first; the last page stays in view until the next has arrived. */
export function useImports(completed: 'true' | 'false' | undefined, cursor: string | undefined) {
  const query = {
    limit: String(importsPerPage),
    ...(completed && { completed }),
    ...(cursor !== undefined && { cursor }),
  }
  return useQuery({
    ...endpointQuery(listImports, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

export interface ChangesFilter extends PlaceFilter {
  kind?: ChangeKind
}

/** Reads whom an import changes, page by page. A plan does not change, so nothing is read twice. */
export function useImportChanges(id: string, filter: ChangesFilter) {
  const query = { ...filter, limit: String(rowsPerPage) }
  return useInfiniteQuery({
    queryKey: [...endpointQuery(listImportChanges, { params: { id }, query }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listImportChanges, { params: { id }, query: withCursor(query, pageParam), signal }),
    ...pages,
  })
}

/** Reads the rows that an import skips, page by page. */
export function useImportRejects(id: string, filter: PlaceFilter) {
  const query = { ...filter, limit: String(rowsPerPage), sort: 'congregation' as const }
  return useInfiniteQuery({
    queryKey: [...endpointQuery(listImportRejects, { params: { id }, query }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listImportRejects, { params: { id }, query: withCursor(query, pageParam), signal }),
    ...pages,
  })
}

const pages = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
  staleTime: Number.POSITIVE_INFINITY,
  placeholderData: keepPreviousData,
}

function withCursor<Query extends object>(query: Query, cursor: string | undefined) {
  return { ...query, ...(cursor !== undefined && { cursor }) }
}

/** Reads all lists of imports again; called after one was started or applied. */
export function refreshImports(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: pathKey('/api/imports') })
}

/** Reviews the sheet, or going back to the import `source`, and opens the page of that review. */
export function useReview() {
  const client = useQueryClient()
  const showError = useErrorToast()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (source: string | undefined) =>
      call(reviewImport, { body: source === undefined ? {} : { source } }),
    onSuccess: ({ importId }) => navigate(importAddress(importId)),
    onError: showError('Review Failed', 'Failed to start the review.'),
    onSettled: () => Promise.all([refreshJobs(client), refreshImports(client)]),
  })
}

interface Application {
  id: ImportListEntry['id']
  /** Sent when the guard requires it: how many volunteers will be removed, how many values erased, and replaced. */
  removals?: number
  erasures?: number
  replacements?: number
}

/** Applies a review; `onDone` is called when the import has begun. */
export function useApplyImport({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  return useMutation({
    mutationFn: ({ id, ...body }: Application) => call(applyImport, { params: { id }, body }),
    onSuccess: ({ message }) => {
      toast({ title: 'Import Started', description: message, variant: 'success' })
      onDone()
    },
    onError: showError('Import Failed', 'Failed to import the changes.'),
    onSettled: () => Promise.all([refreshJobs(client), refreshImports(client)]),
  })
}
