import type { ColumnMatch } from '@dashboard/contract/columns'
import { Alert } from '../../ui/alert.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { missingSentence, readsDays } from './match-draft.ts'

/** Shows what the sheet does not say: who is available, is trained or had the orientation. */
export function MissingFlags({
  match,
  onChange,
}: {
  match: ColumnMatch
  onChange?: (match: ColumnMatch) => void
}) {
  const sentence = missingSentence(match)
  const isAvailableAsked =
    onChange !== undefined &&
    readsDays(match) &&
    !match.columns.some(({ use }) => use === 'Available')
  return (
    <>
      {sentence !== undefined && <Alert tone="warning">{sentence}</Alert>}
      {isAvailableAsked && (
        <Checkbox
          label="Everybody who has a day is available"
          checked={match.availableByDays ?? false}
          onChange={(availableByDays) => onChange({ ...match, availableByDays })}
        />
      )}
    </>
  )
}
