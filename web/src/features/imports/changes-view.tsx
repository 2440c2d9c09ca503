import type { ChangeKind, ImportCircuit, ImportDetail } from '@dashboard/contract/imports'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { FoundChanges, PlaceChanges } from './change-list.tsx'
import { changeKinds } from './place-rows.ts'
import { PlaceTree } from './place-tree.tsx'

type KindChoice = ChangeKind | 'all'

interface ChangesViewProps {
  entry: ImportDetail
  circuits: readonly ImportCircuit[]
  changes: number
}

/** Who is new, moves, changes or leaves: by circuit and congregation, or searched by name. */
export function ChangesView({ entry, circuits, changes }: ChangesViewProps) {
  const isDone = entry.status === 'completed'
  const [search, setSearch] = useState('')
  // What the guard asks about stands first.
  const [kind, setKind] = useState<KindChoice>(entry.status === 'stopped' ? 'left' : 'all')
  const q = useDebounced(search.trim())
  if (changes === 0) {
    return (
      <EmptyState
        icon={<CircleCheck aria-hidden />}
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
      {q === '' ? (
        <PlaceTree
          key={kind}
          label="Changes by circuit and congregation"
          circuits={circuits}
          measure={kind}
          isDone={isDone}
        >
          {(place) => (
            <PlaceChanges id={entry.id} filter={{ ...filter, ...place }} isDone={isDone} />
          )}
        </PlaceTree>
      ) : (
        <FoundChanges id={entry.id} filter={{ ...filter, q }} isDone={isDone} />
      )}
    </div>
  )
}

function kindOptions(isDone: boolean): { value: ChangeKind; label: string }[] {
  const labels: Record<ChangeKind, string> = {
    new: 'New',
    moved: 'Moved',
    changed: 'Changed',
    left: isDone ? 'Left' : 'Leave',
  }
  return changeKinds.map((value) => ({ value, label: labels[value] }))
}
