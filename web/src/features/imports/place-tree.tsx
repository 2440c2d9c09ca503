import type { ImportCircuit } from '@dashboard/contract/imports'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { circuitAddress, congregationAddress } from '../../paths.ts'
import { classNames } from '../../ui/class-names.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { circuitText, congregationText } from './import-words.ts'
import {
  countsText,
  hasPage,
  type Measure,
  openAtFirst,
  type PlaceRow,
  placeRows,
} from './place-rows.ts'

const linePx = 48

interface PlaceTreeProps {
  label: string
  circuits: readonly ImportCircuit[]
  measure: Measure
  isDone: boolean
  /** Renders the content of an open congregation. */
  children: (place: { circuit: string; congregation: string }) => ReactNode
}

/** Shows circuits that open to their congregations, which open to their content. Only lines in view exist. */
export function PlaceTree({ label, circuits, measure, isDone, children }: PlaceTreeProps) {
  const [open, setOpen] = useState(() => openAtFirst(circuits, measure))
  const rows = useMemo(() => placeRows(circuits, measure, open), [circuits, measure, open])
  const toggle = (key: string) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  return (
    <VirtualList
      label={label}
      items={rows}
      keyOf={({ key }) => key}
      estimatePx={linePx}
      className="card-rows max-h-[max(24rem,calc(100dvh-16rem))]"
    >
      {(row) => (
        <div className="border-b in-[li:last-child]:border-b-0">
          <div className="flex items-center hover:bg-hover">
            <PlaceLine
              row={row}
              counts={countsText(row.counts, measure, isDone)}
              onToggle={() => toggle(row.key)}
            />
            {hasPage(row, isDone) && <PlaceLink row={row} />}
          </div>
          {row.congregation !== undefined && row.isOpen && (
            <div className="border-t bg-card pl-5">
              {children({ circuit: row.circuit, congregation: row.congregation })}
            </div>
          )}
        </div>
      )}
    </VirtualList>
  )
}

interface PlaceLineProps {
  row: PlaceRow
  counts: string
  onToggle: () => void
}

function PlaceLine({ row, counts, onToggle }: PlaceLineProps) {
  const { circuit, congregation, isOpen } = row
  const isCircuit = congregation === undefined
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className={classNames(
        'flex min-h-12 min-w-0 grow items-center gap-2 py-1.5 pr-3 text-left focus-visible:-outline-offset-2',
        isCircuit ? 'pl-(--card-pad)' : 'pl-[calc(var(--card-pad)+20px)]',
      )}
    >
      <ChevronRight
        className={classNames(
          'size-4 shrink-0 text-muted transition-transform duration-150',
          isOpen && 'rotate-90',
        )}
      />
      <span className={classNames('min-w-0 grow wrap-anywhere', isCircuit && 'font-medium')}>
        {isCircuit ? circuitText(circuit) : congregationText(congregation)}
      </span>
      <span className="max-w-[50%] text-right text-xs text-muted">{counts}</span>
    </button>
  )
}

function PlaceLink({ row }: { row: PlaceRow }) {
  const { circuit, congregation } = row
  const isCircuit = congregation === undefined
  return (
    <Link
      href={isCircuit ? circuitAddress(circuit) : congregationAddress(circuit, congregation)}
      className="text-link min-h-control shrink-0 pr-(--card-pad) pl-3"
    >
      Open
      <span className="sr-only">
        {isCircuit ? ` circuit ${circuit}` : ` congregation ${congregation}, ${circuit}`}
      </span>
    </Link>
  )
}
