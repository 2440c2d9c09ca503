import { countOf } from '@dashboard/contract/counts'
import type { ChangeKind, FieldChange, ImportChange } from '@dashboard/contract/imports'
import { ArrowRight } from 'lucide-react'
import { Link } from 'wouter'
import { volunteerAddress } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { doubtText, placeText } from './import-words.ts'

const kinds: Record<
  ChangeKind,
  { tone: 'success' | 'running' | 'primary' | 'failed'; word: string }
> = {
  new: { tone: 'success', word: 'New' },
  moved: { tone: 'running', word: 'Moves' },
  changed: { tone: 'primary', word: 'Changes' },
  left: { tone: 'failed', word: 'Leaves' },
}
const doneWords: Record<ChangeKind, string> = {
  new: 'New',
  moved: 'Moved',
  changed: 'Changed',
  left: 'Left',
}

interface ChangeItemProps {
  change: ImportChange
  isDone: boolean
  /** Says where the person is, too. */
  isPlaced?: boolean
}

/** One person: what happens to them, and the old and the new value of each field. */
export function ChangeItem({ change, isDone, isPlaced = false }: ChangeItemProps) {
  const { kind, name, volunteerId, locustId, fields, isDoubtful } = change
  const { tone, word } = kinds[kind] ?? { tone: 'neutral', word: kind }
  // Who has left, is not there yet, or is of others has no page to lead to.
  const isKept = change.to !== null && (isDone || kind !== 'new')
  const isFolded = kind === 'new' || kind === 'left'
  return (
    <div className="flex flex-col gap-1.5 px-3 py-2.5">
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
        <Badge tone={tone}>{isDone ? (doneWords[kind] ?? word) : word}</Badge>
        {isDoubtful && <Badge tone="waiting">Doubtful</Badge>}
        {locustId !== null && <span className="text-xs text-muted">Locust ID {locustId}</span>}
      </p>
      <Places change={change} isPlaced={isPlaced} />
      {isDoubtful && <p className="text-xs text-muted">{doubtText(change)}</p>}
      {fields.length > 0 &&
        (isFolded ? (
          <details>
            <summary className="w-fit cursor-pointer rounded-control py-1 text-xs text-muted pointer-coarse:py-3">
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

function Places({ change: { kind, from, to }, isPlaced }: Omit<ChangeItemProps, 'isDone'>) {
  const place = to ?? from
  if (kind === 'moved' && from && to) {
    return (
      <p className="text-muted">
        From {placeText(from)} to {placeText(to)}
      </p>
    )
  }
  // The other place is one that the reader does not look after.
  if (kind === 'moved' && place) {
    return (
      <p className="text-muted">
        {from
          ? `From ${placeText(from)} to another circuit`
          : `To ${placeText(place)} from another circuit`}
      </p>
    )
  }
  return isPlaced && place && <p className="text-muted">{placeText(place)}</p>
}

function Fields({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 @xl:grid-cols-[10rem_minmax(0,1fr)]">
      {fields.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-xs text-muted @xl:pt-0.5">{field}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere max-@xl:mb-1">
            <Value text={before} isOld />
            <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted" />
            <span className="sr-only">becomes</span>
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
