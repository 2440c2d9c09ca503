import { useState } from 'react'
import { Checklist, type ChecklistItem, withTicked } from './checklist.tsx'
import { FieldError } from './field.tsx'

interface CircuitChecklistProps {
  label: string
  /** The names of all circuits; `undefined` until they have arrived. */
  known: readonly string[] | undefined
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  error: string | undefined
}

/** Chooses circuits in a form, also those that no longer exist. */
export function CircuitChecklist(props: CircuitChecklistProps) {
  const { label, known, chosen, onChange, error } = props
  const [chosenAtFirst] = useState(chosen)
  return (
    <div className="flex flex-col gap-1.5">
      <Checklist
        label={label}
        items={itemsWithGone(known ?? [], chosenAtFirst)}
        selected={chosen}
        onSelect={(names, checked) => onChange(withTicked(chosen, names, checked))}
        searchLabel="Search circuits"
        emptyText="No circuits yet. Run a sync to import them."
      />
      <FieldError text={error} />
    </div>
  )
}

/** Returns items of these names, with chosen ones that no longer exist: they may come back with another import. */
function itemsWithGone(known: readonly string[], chosen: ReadonlySet<string>): ChecklistItem[] {
  const existing = new Set(known)
  const gone = [...chosen].filter((name) => !existing.has(name))
  return [
    ...known.map((name) => ({ id: name, label: name })),
    ...gone.map((name) => ({ id: name, label: name, detail: 'Not in the last import' })),
  ]
}
