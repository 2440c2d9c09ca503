import { listImportRejects } from '@dashboard/contract/import-rejects'
import {
  type ChangeKind,
  getImport,
  listImportChanges,
  listImports,
} from '@dashboard/contract/imports'
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { importPolling } from '../../api/polling.ts'

export const importsPerPage = 10
const rowsPerPage = 50

/** Where a list of an import looks. */
interface PlaceFilter {
  circuit?: string
  congregation?: string
  q?: string
}

/** One review or import with its numbers; watched while it runs. */
export function useImport(id: string) {
  return useQuery({ ...endpointQuery(getImport, { params: { id } }), ...importPolling })
}

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

/** For whoever starts or applies one. */
export function refreshImports(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: pathKey('/api/imports') })
}
