import { compareNames } from '@dashboard/contract/compare-names'
import { listImportRejects } from '@dashboard/contract/import-rejects'
import {
  applyImport,
  type ChangeKind,
  getImport,
  type ImportChange,
  type ImportDetail,
  type ImportListEntry,
  listImportChanges,
  listImports,
  reviewImport,
} from '@dashboard/contract/imports'
import { maxSummedChanges, sumChanges } from '@dashboard/contract/sum-changes'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../../api/call.ts'
import { endpointPages, endpointQuery, pathKey } from '../../api/endpoint-query.ts'
import { importPolling } from '../../api/polling.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { importAddress } from '../../paths.ts'
import { hasChanges, isUndo } from './import-words.ts'

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
  return useQuery({ ...endpointQuery(getImport, { params: { id } }), ...importPolling })
}

/** Reads a page of the history, newest first; the last page stays in view until the next has arrived. */
export function useImports(completed: 'true' | 'false' | undefined, cursor: string | undefined) {
  const query = { limit: String(importsPerPage), completed, cursor }
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
  return useInfiniteQuery(endpointPages(listImportChanges, { params: { id }, query }))
}

export function useImportRejects(id: string, filter: PlaceFilter) {
  const query = { ...filter, limit: String(rowsPerPage), sort: 'congregation' as const }
  return useInfiniteQuery(endpointPages(listImportRejects, { params: { id }, query }))
}

const maxPerPage = 1_000

type Beginning = Pick<ImportListEntry, 'id' | 'completedAt'>

/** Reads what the imports after `from` have changed together, up to the import `until`, or all of them. */
export function useChangesSince(from: Beginning, until: string | null) {
  return useQuery({
    // Below the key of all imports, so that it is read again after the next one.
    queryKey: [...pathKey('/api/imports'), from.id, 'changes-since', until],
    queryFn: ({ signal }) => readChangesSince(from.completedAt ?? '', until, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Returns all completed imports that followed, the newest first, how many of them are added up, and their sum. */
async function readChangesSince(at: string, until: string | null, signal: AbortSignal) {
  const later: ImportListEntry[] = []
  const completed = readPages((page) =>
    call(listImports, { query: { ...page, completed: 'true' }, signal }),
  )
  for await (const { imports } of completed) {
    const followed = imports.filter(({ completedAt }) => (completedAt ?? '') > at)
    if (followed.length === 0) break
    later.push(...followed)
  }
  const last = later.findIndex(({ id }) => id === until)
  const added = later.slice(Math.max(last, 0)).reverse()
  return { later, imports: added.length, sum: await addUp(added, signal) }
}

/** Returns `undefined` when there are too many changes, or some imports' changes are no longer stored. */
async function addUp(imports: readonly ImportListEntry[], signal: AbortSignal) {
  if (imports.some(({ hasDetails }) => !hasDetails)) return undefined
  const changes: ImportChange[] = []
  for (const { id, totals } of imports) {
    if (totals !== null && !hasChanges(totals)) continue
    const pages = readPages((query) => call(listImportChanges, { params: { id }, query, signal }))
    for await (const page of pages) {
      changes.push(...page.changes)
      if (changes.length > maxSummedChanges) return undefined
    }
  }
  const sum = sumChanges(changes)
  return { ...sum, changes: sum.changes.sort((one, other) => compareNames(one.name, other.name)) }
}

/** Reads a list page by page, as far as its pages are asked for. */
async function* readPages<Page extends { nextCursor: string | null }>(
  read: (query: { limit: string; cursor?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let cursor: string | undefined
  do {
    const page: Page = await read({ limit: String(maxPerPage), cursor })
    yield page
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** What is reviewed: going back to the import `source`, undoing the newest one, or else the sheet. */
export interface ReviewOf {
  source?: string
  undo?: string
}

/** Reviews and opens the page of that review. */
export function useReview() {
  const [, navigate] = useLocation()
  return useChange({
    send: (of: ReviewOf) => call(reviewImport, { body: of }),
    onDone: ({ importId }) => navigate(importAddress(importId)),
    failed: ['Review Failed', 'Failed to start the review.'],
    refreshes: ['/api/jobs', '/api/imports'],
  })
}

/** Sent when the guard requires it: how many volunteers will be removed, how many values erased, and replaced. */
interface Confirmed {
  removals?: number
  erasures?: number
  replacements?: number
}

/** Applies a review; `onDone` is called when the import has begun. */
export function useApplyImport(entry: ImportDetail, onDone: () => void) {
  return useChange({
    send: (body: Confirmed) => call(applyImport, { params: { id: entry.id }, body }),
    done: withMessage(isUndo(entry) ? 'Undo Started' : 'Import Started'),
    onDone,
    failed: isUndo(entry)
      ? ['Undo Failed', 'Failed to undo the import.']
      : ['Import Failed', 'Failed to import the changes.'],
    refreshes: ['/api/jobs', '/api/imports'],
  })
}
