import type { ColumnMatch, SheetHead } from '@dashboard/contract/columns'
import { countOf } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { withMeaning, wordRowsOf } from './match-draft.ts'

const flagMeanings = [
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
] as const
const dayMeanings = days.map((day) => ({ value: day, label: day }))

/** Shows words in the sheet's own language, with the values that they are read as. */
export function WordTable({
  head,
  match,
  onChange,
}: {
  head: SheetHead
  match: ColumnMatch
  onChange: (match: ColumnMatch) => void
}) {
  return (
    <Card title="Words of the sheet" description="What they are taken for; correct what is wrong.">
      <ul className="grid gap-4 sm:grid-cols-2">
        {match.words.map(({ kind, word, meaning }, position) => {
          const rows = wordRowsOf(head, match, position)
          const change = (value: string) => onChange(withMeaning(match, position, value))
          return (
            <li key={`${kind} ${word}`}>
              <Field
                label={
                  rows === undefined
                    ? `'${word}' means`
                    : `'${word}' means (${countOf(rows, 'row')})`
                }
              >
                {kind === 'flag' ? (
                  <Select options={flagMeanings} value={meaning as 'yes'} onChange={change} />
                ) : kind === 'day' ? (
                  <Select options={dayMeanings} value={meaning as 'Monday'} onChange={change} />
                ) : (
                  <Input
                    value={meaning}
                    placeholder="no time slot"
                    maxLength={200}
                    onChange={(event) => change(event.target.value)}
                  />
                )}
              </Field>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
