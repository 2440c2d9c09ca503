import { countOf } from '@dashboard/contract/counts'
import type {
  ChangeKind,
  FieldChange,
  ImportChange,
  ImportCircuit,
  ImportDetail,
} from '@dashboard/contract/imports'
import { ArrowRight, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { outsideSystem } from '../../format/installation.ts'
import { placeText } from '../../format/place-text.ts'
import { volunteerAddress } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { changeKinds, doubtText, firstKind } from './import-words.ts'
import { type ChangesFilter, useImportChanges } from './imports-queries.ts'
import { PagedRows } from './paged-rows.tsx'
import { PlaceTree } from './place-tree.tsx'

type KindChoice = ChangeKind | 'all'

interface ChangesViewProps {
  entry: ImportDetail
  circuits: readonly ImportCircuit[]
  changes: number
}

/** Shows who is new, moves, changes or leaves: by circuit and congregation, or searched by name. */
export function ChangesView({ entry, circuits, changes }: ChangesViewProps) {
  const isDone = entry.status === 'completed'
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<KindChoice>(() => firstKind(entry))
  const q = useDebounced(search.trim())
  if (changes === 0) {
    return (
      <EmptyState
        icon={<CircleCheck />}
        title={isDone ? 'Nothing changed' : 'Nothing would change'}
      >
        Every volunteer {isDone ? 'was' : 'is'} already as the sheet says.
      </EmptyState>
    )
  }
  const filter = kind === 'all' ? {} : { kind }
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-2 @xl:grid-cols-[1fr_16rem]">
        <SearchInput label="Search by name" value={search} onChange={setSearch} />
        <Select
          label="Show"
          options={[{ value: 'all', label: 'All changes' }, ...kindOptions(isDone)]}
          value={kind}
          onChange={setKind}
        />
      </div>
      {q === '' && kind !== 'all' && entry.totals?.[kind] === 0 ? (
        <EmptyState
          icon={<CircleCheck />}
          title={isDone ? `Nobody ${nobody[kind].done}` : `Nobody ${nobody[kind].planned}`}
          action={<Button onClick={() => setKind('all')}>Show all changes</Button>}
        />
      ) : q === '' ? (
        <PlaceTree
          key={kind}
          label="Changes by circuit and congregation"
          circuits={circuits}
          measure={kind}
          isDone={isDone}
        >
          {(place) => <Changes id={entry.id} filter={{ ...filter, ...place }} isDone={isDone} />}
        </PlaceTree>
      ) : (
        <Changes id={entry.id} filter={{ ...filter, q }} isDone={isDone} isFound />
      )}
    </div>
  )
}

const nobody: Record<ChangeKind, { done: string; planned: string }> = {
  new: { done: 'was new', planned: 'is new' },
  moved: { done: 'moved', planned: 'would move' },
  changed: { done: 'changed', planned: 'would change' },
  left: { done: 'left', planned: 'would leave' },
}

function kindOptions(isDone: boolean) {
  return changeKinds.map((value) => ({
    value,
    label: value === 'left' && !isDone ? 'Leave' : kinds[value].done,
  }))
}

interface ChangesProps {
  id: string
  filter: ChangesFilter
  isDone: boolean
  /** The people who match a search, in any place; else those of one congregation. */
  isFound?: boolean
}

function Changes({ id, filter, isDone, isFound = false }: ChangesProps) {
  return (
    <PagedRows
      pages={useImportChanges(id, filter)}
      rowsOf={({ changes }) => changes}
      found={isFound ? foundChanges : undefined}
    >
      {(change) => <ChangeItem change={change} isDone={isDone} isPlaced={isFound} />}
    </PagedRows>
  )
}

export const changeItemPx = 90

const foundChanges = {
  label: 'Changes found',
  noun: 'change',
  noneTitle: 'Nobody found',
  none: 'No change matches. Everybody else stays as they are.',
  estimatePx: changeItemPx,
}

const kinds = {
  new: { tone: 'success', planned: 'New', done: 'New' },
  moved: { tone: 'running', planned: 'Moves', done: 'Moved' },
  changed: { tone: 'primary', planned: 'Changes', done: 'Changed' },
  left: { tone: 'failed', planned: 'Leaves', done: 'Left' },
} as const

interface ChangeItemProps {
  change: ImportChange
  isDone: boolean
  /** Also shows where the person is. */
  isPlaced?: boolean
}

/** Shows one person: what happens to them, and the old and the new value of each field. */
export function ChangeItem({ change, isDone, isPlaced = false }: ChangeItemProps) {
  const { kind, name, volunteerId, locustId, fields, isDoubtful } = change
  const { tone, planned, done } = kinds[kind] ?? { tone: 'neutral', planned: kind, done: kind }
  // A person who has left, is not there yet, or belongs to other circuits has no page to link to.
  const isKept = change.to !== null && (isDone || kind !== 'new')
  const isCollapsed = kind === 'new' || kind === 'left'
  return (
    <div className="flex flex-col gap-1.5 px-(--card-pad) py-2.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isKept ? (
          <Link
            href={volunteerAddress(volunteerId)}
            className="font-medium wrap-anywhere text-primary-text hover:underline pointer-coarse:relative pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
          >
            {name}
          </Link>
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        )}
        <Badge tone={tone}>{isDone ? done : planned}</Badge>
        {isDoubtful && <Badge tone="waiting">Doubtful</Badge>}
        {locustId !== null && (
          <span className="text-xs text-muted">
            {outsideSystem} ID {locustId}
          </span>
        )}
      </p>
      <Place change={change} isPlaced={isPlaced} />
      {isDoubtful && <p className="text-xs text-muted">{doubtText(change)}</p>}
      {fields.length > 0 &&
        (isCollapsed ? (
          <details>
            <summary className="w-fit cursor-pointer rounded-control py-1 text-xs text-muted pointer-coarse:py-3.5">
              {countOf(fields.length, 'value')}
            </summary>
            <Fields fields={fields} />
          </details>
        ) : (
          <Fields fields={fields} />
        ))}
    </div>
  )
}

function Place({ change, isPlaced }: Omit<ChangeItemProps, 'isDone'>) {
  const place = change.to ?? change.from
  if (!place || !(isPlaced || change.kind === 'moved')) return null
  const text = change.kind === 'moved' ? moveText(change) : placeText(place)
  return <p className="text-muted">{text}</p>
}

/** Returns from where to where somebody moves; the reader may not see one of the places. */
function moveText({ from, to }: ImportChange): string {
  if (!to) return from ? `From ${placeText(from)} to another circuit` : ''
  return from
    ? `From ${placeText(from)} to ${placeText(to)}`
    : `To ${placeText(to)} from another circuit`
}

function Fields({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 @xl:grid-cols-[10rem_minmax(0,1fr)]">
      {fields.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-xs text-muted @xl:pt-0.5">{field}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere @max-xl:mb-1">
            {/* Both are equal where the answer only says that an audited value has changed. */}
            {before !== after && (
              <>
                <Value text={before} isOld />
                <ArrowRight className="size-3.5 shrink-0 text-muted" />
                <span className="sr-only">becomes</span>
              </>
            )}
            <Value text={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ text, isOld = false }: { text: string | null; isOld?: boolean }) {
  if (text === null || text === '') return <span className="text-muted">empty</span>
  return <span className={isOld ? 'text-muted' : 'font-medium'}>{text}</span>
}
