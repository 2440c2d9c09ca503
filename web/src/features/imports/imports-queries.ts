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

/** Where a list of an import looks. */
interface PlaceFilter {
  circuit?: string
  congregation?: string
  q?: string
}

/** One review or import with its numbers; watched while it runs. */
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

/** What a server of the version before does not say yet. */
const noColumns = { columns: [], erasures: 0, unknownColumns: [] }

/** A page of the history, newest first; the last one stays in sight until the next is there. */
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

/** Whom an import changes, page after page. A plan stays as it is, so nothing is asked for twice. */
export function useImportChanges(id: string, filter: ChangesFilter) {
  const query = { ...filter, limit: String(rowsPerPage) }
  return useInfiniteQuery({
    queryKey: [...endpointQuery(listImportChanges, { params: { id }, query }).queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listImportChanges, { params: { id }, query: withCursor(query, pageParam), signal }),
    ...pages,
  })
}

/** Rows that an import skips, page after page. */
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

/** Used by whoever starts or applies one. */
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
  /** Where the guard asks for them: how many volunteers go, and how many values. */
  removals?: number
  erasures?: number
}

/** Does what a review has shown; `onDone` when it has begun. */
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
