import { type ColumnMatch, missingUses, type SheetHead } from '@dashboard/contract/columns'
import { countOf } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select, SelectField } from '../../ui/select.tsx'
import { useSaveMatch } from './columns-queries.ts'
import {
  columnName,
  countRead,
  labelOfUse,
  matchProblem,
  nameOrders,
  openQuestions,
  sheetColumnOf,
  useOptions,
  withMeaning,
  withUse,
  wordCountOf,
} from './match-draft.ts'
import { MatchTable } from './match-table.tsx'
import { MissingFlags } from './missing-flags.tsx'

interface MatchFormProps {
  head: SheetHead
  start: ColumnMatch
  name: string | undefined
  /** How the sheet's text is read. */
  text?: ReactNode
  /** Positions of the columns that the link was about. */
  first?: readonly number[]
}

export function MatchForm({ head, start, name: storedName, text, first }: MatchFormProps) {
  const [match, setMatch] = useState(start)
  const [name, setName] = useState(storedName ?? (head.sheetName || 'Roster'))
  const save = useSaveMatch()
  const problem = matchProblem(match)
  const hasWholeName = match.columns.some(({ use }) => use === 'Full Name')
  return (
    <>
      <Card
        title="What each column is for"
        description={`${countRead(match)} Every sheet with these titles is read like this from then on.`}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name of the match">
            <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
          </Field>
          {hasWholeName && (
            <SelectField
              label="Whole names are"
              options={nameOrders}
              value={match.nameOrder}
              onChange={(nameOrder) => setMatch({ ...match, nameOrder })}
            />
          )}
        </div>
        {problem !== undefined && <Alert tone="warning">{problem}</Alert>}
        <MissingUses head={head} match={match} onChange={setMatch} />
        <Questions head={head} match={match} onChange={setMatch} />
        <MissingFlags match={match} onChange={setMatch} />
        <Button
          variant="primary"
          className="self-start"
          icon={<ArrowRight />}
          loading={save.isPending}
          disabled={problem !== undefined || name.trim() === ''}
          onClick={() => save.mutate({ name, match })}
        >
          Next
        </Button>
      </Card>
      {text}
      <MatchTable
        head={head}
        match={match}
        first={first}
        renderUse={(position) => (
          <Select
            label={`What '${columnName(match, position)}' is for`}
            options={useOptions}
            value={match.columns[position]?.use ?? 'Leave out'}
            onChange={(use) => setMatch(withUse(match, position, use))}
          />
        )}
      />
      {match.words.length > 0 && <WordTable head={head} match={match} onChange={setMatch} />}
    </>
  )
}

interface MatchPartProps {
  head: SheetHead
  match: ColumnMatch
  onChange: (match: ColumnMatch) => void
}

/** Asks for each required column that no column of the sheet is matched with. */
function MissingUses({ head, match, onChange }: MatchPartProps) {
  const options = [
    { value: '', label: 'Choose a column' },
    ...match.columns.map((_, position) => {
      const sample = sheetColumnOf(head, match, position)?.samples[0]
      const name = columnName(match, position)
      return { value: String(position), label: sample ? `${name}: ${sample}` : name }
    }),
  ]
  return missingUses(match).map((use) => (
    <SelectField
      key={use}
      label={`Which column holds '${use}'?`}
      options={options}
      value=""
      onChange={(position) => onChange(withUse(match, Number(position), use))}
    />
  ))
}

/** Shows the columns side by side that could have a use, for one of them to be ticked. */
function Questions({ head, match, onChange }: MatchPartProps) {
  return openQuestions(head, match).map(({ use, positions }) => (
    <fieldset key={use}>
      <legend className="font-medium">
        {`Which column holds '${labelOfUse(use)}'? It is not read until you tick one.`}
      </legend>
      <div className="my-1 grid gap-x-4 sm:grid-cols-2">
        {positions.map((position) => (
          <Checkbox
            key={position}
            label={`${columnName(match, position)}: ${head.columns[position]?.samples.join(' · ')}`}
            checked={match.columns[position]?.use === use}
            onChange={(isTicked) =>
              onChange(withUse(match, position, isTicked ? use : 'Leave out'))
            }
          />
        ))}
      </div>
    </fieldset>
  ))
}

/** The choices for the meaning of a word, by its kind; for other kinds the meaning is typed. */
const meanings: Partial<Record<string, { value: string; label: string }[]>> = {
  flag: [...['yes', 'no'].map(asOption), { value: '', label: 'not known, counts as no' }],
  day: days.map(asOption),
}

function asOption(value: string) {
  return { value, label: value }
}

/** Shows words in the sheet's own language, with the values that they are read as. */
function WordTable({ head, match, onChange }: MatchPartProps) {
  return (
    <Card title="Words of the sheet" description="What each is read as. Correct what is wrong.">
      <ul className="grid gap-4 sm:grid-cols-2">
        {match.words.map(({ kind, word, meaning }, position) => {
          const count = wordCountOf(head, match, position)
          const options = meanings[kind]
          const change = (value: string) => onChange(withMeaning(match, position, value))
          return (
            <li key={`${kind} ${word}`}>
              <Field
                label={
                  count === undefined
                    ? `'${word}' means`
                    : `'${word}' means (${countOf(count, 'time')})`
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
