import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { chipsOf, type VolunteerChoice, withoutFilters } from './volunteer-choice.ts'

interface FilterChipsProps {
  choice: VolunteerChoice
  onChange: (choice: VolunteerChoice) => void
}

/** What is chosen; each takes itself away. */
export function FilterChips({ choice, onChange }: FilterChipsProps) {
  const chips = chipsOf(choice)
  if (chips.length === 0 && choice.q === '') return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          aria-label={`Remove filter ${label}`}
          onClick={() => onChange(without)}
          className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border bg-background px-3 text-sm hover:bg-hover pointer-coarse:min-h-control"
        >
          <span className="truncate">{label}</span>
          <X aria-hidden className="size-3.5 shrink-0" />
        </button>
      ))}
      <Button variant="quiet" onClick={() => onChange(withoutFilters(choice))}>
        Clear filters
      </Button>
    </div>
  )
}
