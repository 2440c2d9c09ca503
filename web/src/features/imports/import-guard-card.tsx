import { formatCount } from '@dashboard/contract/counts'
import {
  type ImportDetail,
  type ImportGuard,
  removesTooMany,
  replacedWords,
} from '@dashboard/contract/imports'
import { listNames, listTitles } from '@dashboard/contract/name-list'
import { ArrowRight, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { placeText } from '../../format/place-text.ts'
import { paths, renamedAddress } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Closable } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import {
  columnText,
  confirmText,
  consequenceText,
  guardText,
  guardTitle,
  isUndo,
  lossText,
} from './import-words.ts'
import { useApplyImport } from './imports-queries.ts'

const placePx = 36

interface ImportGuardCardProps {
  entry: ImportDetail
  guard: ImportGuard
}

/**
 * Shows who would be removed, by congregation, and which values, by column; an administrator can import nevertheless.
 */
export function ImportGuardCard({ entry, guard }: ImportGuardCardProps) {
  const { congregations, columns } = guard
  // What an earlier import held has no titles that anybody could match.
  const isRenamed = entry.kind !== 'restore' && columns.some(({ isMissing }) => isMissing)
  return (
    <Card title={guardTitle(guard)} description={guardText(guard)}>
      {columns.length > 0 && <LostColumns {...guard} />}
      {guard.replacements > 0 && (
        <ul aria-label="Values that would be replaced" className="card-rows">
          {guard.replaced.map(({ kind, replaced, values }) => (
            <li
              key={kind}
              className="flex justify-between gap-4 border-b px-(--card-pad) py-2 last:border-b-0"
            >
              <span className="min-w-0">Other {replacedWords[kind] ?? kind}</span>
              <span className="shrink-0 font-medium">
                {formatCount(replaced)} of {formatCount(values)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {congregations.length > 0 && (
        <VirtualList
          label="Congregations that would lose many volunteers"
          items={congregations}
          keyOf={(place) => JSON.stringify([place.circuit, place.congregation])}
          estimatePx={placePx}
          isPlain
          className="card-rows max-h-72"
        >
          {(place) => (
            <p className="flex justify-between gap-4 border-b px-(--card-pad) py-2 in-[li:last-child]:border-b-0">
              <span className="min-w-0 wrap-anywhere">{placeText(place) || 'No congregation'}</span>
              <span className="shrink-0 font-medium">
                {formatCount(place.removals)} of {formatCount(place.volunteers)}
              </span>
            </p>
          )}
        </VirtualList>
      )}
      {isRenamed && (
        <MatchColumns columns={columns} isOfSpreadsheet={entry.uploadedName === null} />
      )}
      <Confirmation entry={entry} guard={guard} />
    </Card>
  )
}

function LostColumns({ columns, unknownColumns }: ImportGuard) {
  const isUnclear = columns.some((each) => each.isMissing && each.possibleTitle === undefined)
  return (
    <>
      <ul aria-label="Columns that would lose their values" className="card-rows">
        {columns.map((loss) => (
          <li
            key={loss.column}
            className="flex justify-between gap-4 border-b px-(--card-pad) py-2 last:border-b-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{loss.column}</span> {columnText(loss)}
            </span>
            <span className="shrink-0 font-medium">
              {formatCount(loss.erased)} of {formatCount(loss.values)}
            </span>
          </li>
        ))}
      </ul>
      {isUnclear && unknownColumns.length > 0 && (
        <p className="wrap-anywhere">
          A missing column may have been renamed to one of these: {listTitles(unknownColumns, 10)}.
        </p>
      )}
    </>
  )
}

interface MatchColumnsProps {
  columns: ImportGuard['columns']
  isOfSpreadsheet: boolean
}

/**
 * Links to the page where a renamed title is matched with its column, so that nothing is erased (docs/your-data.md).
 */
function MatchColumns({ columns, isOfSpreadsheet }: MatchColumnsProps) {
  const renamed = columns.flatMap(({ column, possibleTitle: title }) =>
    title === undefined ? [] : { column, title },
  )
  if (useSessionUser().role !== 'admin') return null
  if (isOfSpreadsheet && renamed.length > 0) {
    const readings = renamed.map(({ column, title }) => `'${title}' as ${column}`)
    return (
      <Link href={renamedAddress(renamed)} className={buttonClass('primary', 'self-start')}>
        <ArrowRight />
        Read {listNames(readings, 3)}
      </Link>
    )
  }
  return (
    <p>
      Was a title changed?{' '}
      <Link
        href={isOfSpreadsheet ? paths.columns : paths.sync}
        className="font-medium text-primary-text hover:underline"
      >
        {isOfSpreadsheet ? 'Match the columns' : 'Choose the file again and match its columns'}
      </Link>
      , then import again.
    </p>
  )
}

function Confirmation({ entry, guard }: ImportGuardCardProps) {
  const isAdmin = useSessionUser().role === 'admin'
  const [isAsked, setIsAsked] = useState(false)
  if (!isAdmin) {
    return (
      <Alert tone="info" title="An administrator has to confirm this">
        <p>Send one the link to this page. Until then nothing is imported.</p>
      </Alert>
    )
  }
  return (
    <div>
      <Button variant="danger" icon={<ShieldAlert />} onClick={() => setIsAsked(true)}>
        {confirmText(guard, isUndo(entry))}
      </Button>
      {isAsked && <GuardDialog entry={entry} guard={guard} onClose={() => setIsAsked(false)} />}
    </div>
  )
}

/** Has an administrator type how many volunteers or values will be lost; this is valid for this plan only. */
function GuardDialog({ entry, guard, onClose }: ImportGuardCardProps & Closable) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending } = useApplyImport(entry, onClose)
  const isRemoval = removesTooMany(guard)
  const number = [isRemoval && guard.removals, guard.erasures, guard.replacements].find(Boolean)
  const isRight = typed.replace(/[\s,]/g, '') === String(number)
  return (
    <FormDialog
      onClose={onClose}
      title={`${lossText(guard)}?`}
      description={`${consequenceText(guard)}, and all other changes are imported. It applies to exactly what is shown here.`}
      submitLabel={confirmText(guard, isUndo(entry))}
      isDanger
      isBusy={isPending}
      isDisabled={!isRight}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRight || isPending) return
        mutate({
          ...(isRemoval && { removals: guard.removals }),
          ...(guard.columns.length > 0 && { erasures: guard.erasures }),
          ...(guard.replacements > 0 && { replacements: guard.replacements }),
        })
      }}
    >
      <Field label={`Type ${number} to confirm`}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
