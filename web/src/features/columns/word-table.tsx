import type { ColumnMatch, SheetHead } from '@dashboard/contract/columns'
import { countOf } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { withMeaning, wordRowsOf } from './match-draft.ts'

/** The values that a kind of words can have; others are typed. */
const meanings: Partial<Record<string, { value: string; label: string }[]>> = {
  flag: ['yes', 'no'].map(asOption),
  day: days.map(asOption),
}

function asOption(value: string) {
  return { value, label: value }
}

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
          const options = meanings[kind]
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
                {options ? (
                  <Select options={options} value={meaning} onChange={change} />
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
