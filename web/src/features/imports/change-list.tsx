import { countOf } from '@dashboard/contract/counts'
import { SearchX } from 'lucide-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { ChangeItem } from './change-item.tsx'
import { type ChangesFilter, useImportChanges } from './imports-queries.ts'
import { PagedRows } from './paged-rows.tsx'

interface ChangeListProps {
  id: string
  filter: ChangesFilter
  isDone: boolean
}

/** The people of one congregation. */
export function PlaceChanges({ id, filter, isDone }: ChangeListProps) {
  const pages = useImportChanges(id, filter)
  return (
    <PagedRows pages={pages} rowsOf={({ changes }) => changes}>
      {(changes) => (
        <ul>
          {changes.map((change) => (
            <li key={change.id} className="border-b last:border-b-0">
              <ChangeItem change={change} isDone={isDone} />
            </li>
          ))}
        </ul>
      )}
    </PagedRows>
  )
}

const itemPx = 90

/** Whoever was searched for, wherever they are. */
export function FoundChanges({ id, filter, isDone }: ChangeListProps) {
  const pages = useImportChanges(id, filter)
  return (
    <PagedRows
      pages={pages}
      rowsOf={({ changes }) => changes}
      countText={(total) => `${countOf(total, 'change')} found`}
    >
      {(changes) =>
        changes.length === 0 ? (
          <EmptyState icon={<SearchX aria-hidden />} title="Nobody found">
            No change matches. Who is not listed stays as they are.
          </EmptyState>
        ) : (
          <VirtualList
            label="Changes found"
            items={changes}
            keyOf={(change) => change.id}
            estimatePx={itemPx}
            isPlain
            className="max-h-[max(24rem,calc(100dvh-16rem))] rounded-control border bg-background"
          >
            {(change) => (
              <div className="border-b in-[li:last-child]:border-b-0">
                <ChangeItem change={change} isDone={isDone} isPlaced />
              </div>
            )}
          </VirtualList>
        )
      }
    </PagedRows>
  )
}
