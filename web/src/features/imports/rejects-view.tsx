import { countOf } from '@dashboard/contract/counts'
import type { ImportCircuit, ImportDetail } from '@dashboard/contract/imports'
import { CircleCheck, Download, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { useImportRejects } from './imports-queries.ts'
import { PagedRows } from './paged-rows.tsx'
import { PlaceTree } from './place-tree.tsx'
import { RejectItem } from './reject-item.tsx'
import { useRejectsFile } from './rejects-file.ts'
import { WarningList } from './warning-list.tsx'

export interface RejectsViewProps {
  entry: ImportDetail
  circuits: readonly ImportCircuit[]
  skipped: number
}

/** Rows that were skipped, by congregation, as somebody's work: to be found, and handed on as a file. */
export function RejectsView({ entry, circuits, skipped }: RejectsViewProps) {
  const [search, setSearch] = useState('')
  const q = useDebounced(search.trim())
  const isDone = entry.status === 'completed'
  return (
    <div className="flex flex-col gap-5">
      {skipped === 0 ? (
        <EmptyState icon={<CircleCheck aria-hidden />} title="No rows skipped">
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
              {(place) => <PlaceRejects entry={entry} place={place} />}
            </PlaceTree>
          ) : (
            <FoundRejects entry={entry} q={q} />
          )}
        </div>
      )}
      <WarningList warnings={entry.warnings} />
    </div>
  )
}

function Files({ id, q }: { id: string; q: string }) {
  const save = useRejectsFile(id)
  const button = (format: 'csv' | 'xlsx') => (
    <Button
      icon={<Download aria-hidden />}
      loading={save.isPending && save.variables.format === format}
      onClick={() => save.mutate({ format, q })}
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

interface PlaceRejectsProps {
  entry: ImportDetail
  place: { circuit: string; congregation: string }
}

function PlaceRejects({ entry, place }: PlaceRejectsProps) {
  const pages = useImportRejects(entry.id, place)
  return (
    <PagedRows pages={pages} rowsOf={({ rejects }) => rejects}>
      {(rejects) => (
        <ul>
          {rejects.map((reject) => (
            <li key={reject.id} className="border-b last:border-b-0">
              <RejectItem reject={reject} readAt={entry.createdAt} />
            </li>
          ))}
        </ul>
      )}
    </PagedRows>
  )
}

const itemPx = 72

function FoundRejects({ entry, q }: { entry: ImportDetail; q: string }) {
  const pages = useImportRejects(entry.id, { q })
  return (
    <PagedRows
      pages={pages}
      rowsOf={({ rejects }) => rejects}
      countText={(total) => `${countOf(total, 'row')} found`}
    >
      {(rejects) =>
        rejects.length === 0 ? (
          <EmptyState icon={<SearchX aria-hidden />} title="No rows found">
            No skipped row matches.
          </EmptyState>
        ) : (
          <VirtualList
            label="Rows found"
            items={rejects}
            keyOf={({ id }) => id}
            estimatePx={itemPx}
            isPlain
            className="max-h-[max(24rem,calc(100dvh-16rem))] rounded-control border bg-background"
          >
            {(reject) => (
              <div className="border-b in-[li:last-child]:border-b-0">
                <RejectItem reject={reject} readAt={entry.createdAt} isPlaced />
              </div>
            )}
          </VirtualList>
        )
      }
    </PagedRows>
  )
}
