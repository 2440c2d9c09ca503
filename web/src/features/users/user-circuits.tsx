import { limitedCircuits } from '@dashboard/contract/limits'
import { getLookupOptions } from '@dashboard/contract/workflows'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { Checklist } from '../../ui/checklist.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

interface UserCircuitsProps {
  /** `null` for all circuits. */
  circuits: readonly string[] | null
  onChange: (circuits: string[] | null) => void
  error: string | undefined
  /** An administrator looks after all circuits. */
  isAdmin: boolean
}

const options: { value: 'all' | 'chosen'; label: string }[] = [
  { value: 'all', label: 'All circuits' },
  { value: 'chosen', label: 'Chosen circuits' },
]

const hints = {
  admin: 'Administrators look after all circuits.',
  all: undefined,
  chosen: 'The user sees, generates and downloads nothing of other circuits, and runs no sync.',
} as const

/** Which circuits the user looks after (docs/behavior.md#limited-users). */
export function UserCircuits({ circuits, onChange, error, isAdmin }: UserCircuitsProps) {
  const value = circuits === null ? 'all' : 'chosen'
  return (
    <div className="flex flex-col gap-3">
      <Field label="Looks after" hint={hints[isAdmin ? 'admin' : value]}>
        <Select
          options={options}
          value={isAdmin ? 'all' : value}
          onChange={(chosen) => onChange(chosen === 'all' ? null : [])}
          disabled={isAdmin}
        />
      </Field>
      {!isAdmin && circuits !== null && (
        <CircuitBoxes circuits={circuits} onChange={onChange} error={error} />
      )}
    </div>
  )
}

interface CircuitBoxesProps extends Pick<UserCircuitsProps, 'onChange' | 'error'> {
  circuits: readonly string[]
}

function CircuitBoxes({ circuits, onChange, error }: CircuitBoxesProps) {
  const { data } = useQuery({ ...endpointQuery(getLookupOptions), staleTime: 0 })
  const [search, setSearch] = useState('')
  const [chosenAtFirst] = useState(circuits)
  const items = useMemo(() => toItems(data?.circuits ?? [], chosenAtFirst), [data, chosenAtFirst])
  const selected = useMemo(() => new Set(circuits), [circuits])
  const select = (names: readonly string[], checked: boolean) => {
    const others = circuits.filter((name) => !names.includes(name))
    onChange(checked ? [...others, ...names] : others)
  }
  return (
    <div>
      <Checklist
        label={`Circuits (at most ${limitedCircuits.max})`}
        items={items}
        selected={selected}
        onSelect={select}
        search={search}
        onSearch={setSearch}
        searchLabel="Search circuits"
        emptyText="No circuits yet. Run a sync to bring them in."
      />
      {error !== undefined && (
        <p role="alert" className="mt-1.5 flex animate-appear gap-1.5 text-danger-text">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

/** A circuit that was chosen and has gone since stays in the list: it may come back with another import. */
function toItems(known: readonly string[], chosen: readonly string[]) {
  const names = new Set(known)
  const gone = chosen.filter((name) => !names.has(name))
  return [
    ...known.map((name) => ({ id: name, label: name })),
    ...gone.map((name) => ({ id: name, label: name, detail: 'Not there now' })),
  ]
}
