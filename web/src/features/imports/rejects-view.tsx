import { countOf, formatCount } from '@dashboard/contract/counts'
import {
  exportRejectsCsv,
  exportRejectsXlsx,
  type ImportReject,
} from '@dashboard/contract/import-rejects'
import type { ImportCircuit, ImportDetail, ImportWarning } from '@dashboard/contract/imports'
import { CircleCheck, Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useDownload } from '../../api/use-change.ts'
import { placeText } from '../../format/place-text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { skippedSinceText } from './import-words.ts'
import { useImportRejects } from './imports-queries.ts'
import { PagedRows } from './paged-rows.tsx'
import { PlaceTree } from './place-tree.tsx'

interface RejectsViewProps {
  entry: ImportDetail
  circuits: readonly ImportCircuit[]
  skipped: number
}

/** Shows skipped rows by congregation, so that somebody can find them and pass them on as a file. */
export function RejectsView({ entry, circuits, skipped }: RejectsViewProps) {
  const [search, setSearch] = useState('')
  const q = useDebounced(search.trim())
  const isDone = entry.status === 'completed'
  return (
    <div className="flex flex-col gap-5">
      {skipped === 0 ? (
        <EmptyState icon={<CircleCheck />} title="No rows skipped">
          Every row of the sheet could be read.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap gap-2">
            <div className="flex min-w-56 flex-1">
              <SearchInput label="Search skipped rows" value={search} onChange={setSearch} />
            </div>
            <Files id={entry.id} q={q} />
          </div>
          {q === '' ? (
            <PlaceTree
              label="Skipped rows by circuit and congregation"
              circuits={circuits}
              measure="skipped"
              isDone={isDone}
            >
              {(place) => <Rejects entry={entry} filter={place} />}
            </PlaceTree>
          ) : (
            <Rejects entry={entry} filter={{ q }} />
          )}
        </div>
      )}
      <WarningList warnings={entry.warnings} />
    </div>
  )
}

const files = { csv: exportRejectsCsv, xlsx: exportRejectsXlsx }

/** Saves the skipped rows that match the search as a file. */
function Files({ id, q }: { id: string; q: string }) {
  const save = useDownload({
    send: (format: keyof typeof files) =>
      call(files[format], { params: { id }, query: q === '' ? {} : { q } }),
    nameOf: (format) => `SMPW-Skipped-Rows.${format}`,
    failed: ['Download Failed', 'Failed to download the skipped rows.'],
  })
  const button = (format: keyof typeof files) => (
    <Button
      icon={<Download />}
      loading={save.isPending && save.variables === format}
      onClick={() => save.mutate(format)}
    >
      <span>
        <span className="sr-only">Download the skipped rows as </span>
        {format.toUpperCase()}
      </span>
    </Button>
  )
  return (
    <div className="flex gap-2">
      {button('csv')}
      {button('xlsx')}
    </div>
  )
}

interface RejectsProps {
  entry: ImportDetail
  /** One congregation, or a search in all of them. */
  filter: { circuit: string; congregation: string } | { q: string }
}

function Rejects({ entry, filter }: RejectsProps) {
  const isFound = 'q' in filter
  return (
    <PagedRows
      pages={useImportRejects(entry.id, filter)}
      rowsOf={({ rejects }) => rejects}
      found={isFound ? foundRejects : undefined}
    >
      {(reject) => <RejectItem reject={reject} readAt={entry.createdAt} isPlaced={isFound} />}
    </PagedRows>
  )
}

const foundRejects = {
  label: 'Rows found',
  noun: 'row',
  noneTitle: 'No rows found',
  none: 'No skipped row matches.',
  estimatePx: 72,
}

interface RejectItemProps {
  reject: ImportReject
  readAt: string
  /** Also shows the row's congregation. */
  isPlaced?: boolean
}

/** Shows one skipped row: its place in the sheet, its values there, and what is wrong. */
function RejectItem({ reject, readAt, isPlaced = false }: RejectItemProps) {
  const since = skippedSinceText(reject, readAt)
  const { row, column, value, reason } = reject
  return (
    <div className="flex flex-col gap-0.5 px-(--card-pad) py-2.5">
      <p>
        <span className="font-medium">Row {formatCount(row)}</span>: {reason}
      </p>
      <p className="flex flex-wrap gap-x-3 text-xs text-muted">
        {column !== '' && (
          <span className="wrap-anywhere">
            {column}: {value === null || value === '' ? 'empty' : `“${value}”`}
          </span>
        )}
        {isPlaced && <span className="wrap-anywhere">{placeText(reject)}</span>}
        {since !== undefined && <span className="font-medium text-waiting-text">{since}</span>}
      </p>
    </div>
  )
}

/** Shows what is odd about rows that are imported nevertheless, by kind, each with the number of rows. */
function WarningList({ warnings }: { warnings: readonly ImportWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <section aria-label="Warnings" className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Imported, but worth a look</h3>
      <ul className="card-rows">
        {warnings.map(({ column, reason, rows }) => (
          <li
            key={`${column} ${reason}`}
            className="flex justify-between gap-4 border-b px-(--card-pad) py-2 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{column}</span> {reason}
            </span>
            <span className="shrink-0">{countOf(rows, 'row')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
