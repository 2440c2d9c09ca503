import {
  type ColumnMatch,
  missingUses,
  type SheetHead,
  type StoredColumnMatch,
  separators,
  textEncodings,
} from '@dashboard/contract/columns'
import { countOf } from '@dashboard/contract/counts'
import { days } from '@dashboard/contract/days'
import { listTitles } from '@dashboard/contract/name-list'
import { FileSpreadsheet, ListChecks, Pencil, Play, Save, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { ApiError } from '../../api/api-error.ts'
import { Loaded } from '../../api/loaded.tsx'
import { syncPageName } from '../../format/installation.ts'
import { formatDate } from '../../format/time.ts'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  columnsAddress,
  type SheetSource,
  useDeleteMatch,
  useIsSampleData,
  useMatches,
  useSaveMatch,
  useSheetHead,
  useUseFile,
} from './columns-queries.ts'
import {
  columnName,
  countRead,
  foreignTitles,
  labelOfUse,
  matchProblem,
  missingSentence,
  nameOrders,
  readsDays,
  sheetColumnOf,
  useOptions,
  withMeaning,
  withUse,
  wordRowsOf,
} from './match-draft.ts'
import { AskEncoding, TextReading } from './text-reading.tsx'

/** Shows how the columns of an uploaded file, or of the spreadsheet, are read (docs/your-data.md). */
export function ColumnsPage() {
  const [search] = useSearchParams()
  const upload = search.get('upload') ?? undefined
  const sheet = search.get('sheet') ?? undefined
  const encoding = textEncodings.find((each) => each === search.get('encoding'))
  const separator = separators.find((each) => each === search.get('separator'))
  const source = { upload, sheet, encoding, separator }
  const query = useSheetHead(source)
  const { data, error } = query
  return (
    <Page
      title="Columns"
      subtitle={upload === undefined ? 'How the spreadsheet is read' : 'How your file is read'}
      back={{ href: paths.sync, label: `Back to ${syncPageName}` }}
    >
      {error instanceof ApiError && error.reason === 'no-sheet' ? (
        <EmptyState
          title="There is no spreadsheet yet"
          action={
            <Link href={paths.sync} className={buttonClass('primary')}>
              Go to {syncPageName}
            </Link>
          }
        >
          The first export makes it, or a sheet of your own that you upload.
        </EmptyState>
      ) : (
        <Loaded
          query={query}
          loading={
            <Card>
              <p className="text-muted">Reading the sheet…</p>
              <Skeleton className="h-40" />
            </Card>
          }
          failed="The sheet could not be read"
          missing={
            <EmptyState title="The file is no longer here">
              It was imported, or a day has passed. Choose it again on the Sync page.
            </EmptyState>
          }
        >
          {(sheet) => (
            <Sheet
              key={`${JSON.stringify(source)} ${sheet.storedMatch?.updatedAt}`}
              {...sheet}
              source={source}
            />
          )}
        </Loaded>
      )}
      {upload === undefined && <OtherMatches read={data?.storedMatch?.key} />}
    </Page>
  )
}

interface SheetProps {
  head: SheetHead
  storedMatch: StoredColumnMatch | null
  source: SheetSource
}

function Sheet({ head, storedMatch, source }: SheetProps) {
  const { upload } = source
  const isAdmin = useSessionUser().role === 'admin'
  const [isChanging, setIsChanging] = useState(false)
  if (head.sheetName === null) return <ChooseSheet head={head} upload={upload} />
  // Also where a match is stored: titles are often plain letters, and the names below them are not.
  if (head.text?.isSure === false) return <AskEncoding text={head.text} source={source} />
  const text = head.text ? (
    <TextReading text={head.text} source={source} />
  ) : (
    head.sheetNames.length > 1 && <OtherSheet head={head} upload={upload} />
  )
  if (head.proposal === null) {
    return (
      <>
        <EmptyState title="No titles were found">
          None of the first 20 rows looks like the titles of columns. Add a row with a title above
          each column, then try again.
        </EmptyState>
        {text}
      </>
    )
  }
  const isReadable = head.fits || storedMatch !== null
  const use = upload !== undefined && isReadable && <UseFile source={{ ...source, upload }} />
  const renamed = storedMatch ? [] : foreignTitles(head.proposal)
  if (isReadable && !isChanging) {
    const isOffered = isAdmin && renamed.length > 0
    return (
      <>
        <Card
          title={
            storedMatch ? `Read as matched in '${storedMatch.name}'` : 'The sheet has our titles'
          }
          description={storedMatch ? countRead(storedMatch.match) : fittingText(renamed)}
        >
          <MissingFlags match={storedMatch?.match ?? head.proposal} />
          {use}
          {isAdmin && !isOffered && (
            <div className="flex flex-wrap gap-2">
              <Button icon={<Pencil aria-hidden />} onClick={() => setIsChanging(true)}>
                Change the match
              </Button>
              {storedMatch && <DeleteMatch storedMatch={storedMatch} />}
            </div>
          )}
        </Card>
        {text}
        {storedMatch && <MatchTable head={head} match={storedMatch.match} />}
        {isOffered && <MatchForm head={head} start={head.proposal} name={undefined} />}
      </>
    )
  }
  return isAdmin ? (
    <MatchForm
      head={head}
      start={storedMatch?.match ?? head.proposal}
      name={storedMatch?.name}
      text={text}
    />
  ) : (
    <>
      <Alert tone="info" title="Its columns have other titles than ours">
        An administrator says once what they are for. Below is what they seem to be.
      </Alert>
      {text}
      <MatchTable head={head} match={head.proposal} />
    </>
  )
}

/** Returns the text for a sheet that needs no match; it names titles that may have been renamed. */
function fittingText(renamed: readonly string[]): string {
  return renamed.length === 0
    ? 'It needs no match. Titles that are not ours are kept with the rows and change nothing.'
    : `But for ${listTitles(renamed)}: until an administrator has kept what that stands for, it is not read.`
}

interface SheetChoiceProps {
  head: SheetHead
  upload: string | undefined
}

function ChooseSheet({ head, upload }: SheetChoiceProps) {
  const [, navigate] = useLocation()
  return (
    <Card title="Which sheet?" description="None is chosen by itself.">
      <ul className="flex flex-col items-start gap-2">
        {head.sheetNames.map((name) => (
          <li key={name}>
            <Button
              icon={<FileSpreadsheet aria-hidden />}
              onClick={() => navigate(columnsAddress({ upload, sheet: name }))}
            >
              {sheetLabel(head, name)}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Shows which sheet of a workbook is read, and lets people choose another. */
function OtherSheet({ head, upload }: SheetChoiceProps) {
  const [, navigate] = useLocation()
  return (
    <Card title="Sheet of the workbook">
      <Select
        label="Sheet of the workbook"
        options={head.sheetNames.map((value) => ({ value, label: sheetLabel(head, value) }))}
        value={head.sheetName ?? ''}
        onChange={(sheet) => navigate(columnsAddress({ upload, sheet }), { replace: true })}
      />
    </Card>
  )
}

function sheetLabel({ hiddenSheets }: SheetHead, name: string): string {
  return hiddenSheets.includes(name) ? `${name} (hidden)` : name
}

function UseFile({ source }: { source: SheetSource & { upload: string } }) {
  const review = useUseFile({ source, what: 'review' })
  const load = useUseFile({ source, what: 'import' })
  const isSampleData = useIsSampleData()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        icon={<ListChecks aria-hidden />}
        loading={review.isPending}
        disabled={load.isPending}
        onClick={() => review.mutate()}
      >
        Review changes first
      </Button>
      <Button
        icon={<Play aria-hidden />}
        loading={load.isPending}
        disabled={review.isPending}
        onClick={() => load.mutate()}
      >
        {isSampleData ? 'Replace the sample data' : 'Import to SMPW Dashboard'}
      </Button>
    </div>
  )
}

function DeleteMatch({ storedMatch }: { storedMatch: StoredColumnMatch }) {
  const deletion = useDeleteMatch()
  return (
    <Button
      icon={<Trash2 aria-hidden />}
      loading={deletion.isPending}
      onClick={() => deletion.mutate(storedMatch.key)}
    >
      Forget the match
    </Button>
  )
}

/** Shows the stored matches for other sheets; `read` is the key of the match in view. */
function OtherMatches({ read }: { read: string | undefined }) {
  const isAdmin = useSessionUser().role === 'admin'
  const others = useMatches().data?.matches.filter(({ key }) => key !== read) ?? []
  const deletion = useDeleteMatch()
  if (others.length === 0) return null
  return (
    <Card title="Other matches" description="A sheet with the titles of one of them is read by it.">
      <ul className="flex flex-col divide-y">
        {others.map(({ key, name, match, updatedAt, updatedBy }) => (
          <li key={key} className="flex items-center gap-4 py-3">
            <div className="min-w-0 grow">
              <p className="truncate font-medium">{name}</p>
              <p className="truncate text-muted">
                {match.columns.map(({ title }) => title).join(' · ')}
              </p>
              <p className="text-muted">
                Kept by {updatedBy}, {formatDate(updatedAt)}
              </p>
            </div>
            {isAdmin && (
              <IconButton
                label={`Forget '${name}'`}
                icon={<Trash2 aria-hidden />}
                loading={deletion.isPending && deletion.variables === key}
                onClick={() => deletion.mutate(key)}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface MatchFormProps {
  head: SheetHead
  start: ColumnMatch
  name: string | undefined
  /** How the sheet's text is read. */
  text?: ReactNode
}

function MatchForm({ head, start, name: storedName, text }: MatchFormProps) {
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
            <Field label="Whole names are">
              <Select
                options={nameOrders}
                value={match.nameOrder}
                onChange={(nameOrder) => setMatch({ ...match, nameOrder })}
              />
            </Field>
          )}
        </div>
        {problem !== undefined && <Alert tone="warning">{problem}</Alert>}
        <MissingUses head={head} match={match} onChange={setMatch} />
        <MissingFlags match={match} onChange={setMatch} />
        <Button
          variant="primary"
          className="self-start"
          icon={<Save aria-hidden />}
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
        renderUse={(position) => (
          <Select
            label={`What '${columnName(match, position)}' is for`}
            options={useOptions}
            value={match.columns[position]?.use ?? 'Leave out'}
            onChange={(use) => setMatch(withUse(match, position, use))}
          />
        )}
      />
      {match.words.length > 0 && <Words head={head} match={match} onChange={setMatch} />}
    </>
  )
}

const certaintyWords = { likely: 'likely', none: 'unknown' } as const

interface MatchTableProps {
  head: SheetHead
  match: ColumnMatch
  /** Returns the control that changes the use of a column; when left out, the use is shown as text. */
  renderUse?: (position: number) => ReactNode
}

/** More columns that are left out are collapsed: a sheet of 60 columns has few that are read. */
const shownLeftOut = 8

/** Shows the columns with three samples each, beside their use; those that are read come first in a wide sheet. */
function MatchTable({ head, match, renderUse }: MatchTableProps) {
  const [search, setSearch] = useState('')
  // Of the match at first, so that no row moves while somebody chooses.
  const [leftOut] = useState(() =>
    match.columns.flatMap(({ use }, position) => (use === 'Leave out' ? position : [])),
  )
  const all = [...match.columns.keys()]
  const isWide = leftOut.length > shownLeftOut
  const collapsed = isWide ? leftOut : []
  const found = collapsed.filter((position) =>
    columnName(match, position).toLowerCase().includes(search.trim().toLowerCase()),
  )
  const row = (position: number) => (
    <MatchTableRow
      key={`${position} ${match.columns[position]?.title}`}
      head={head}
      match={match}
      position={position}
      renderUse={renderUse}
    />
  )
  return (
    <Card title="Columns of the sheet">
      <ul className="flex flex-col divide-y">
        {all.filter((position) => !collapsed.includes(position)).map(row)}
      </ul>
      {isWide && (
        <Collapsible
          summary={`${collapsed.length} columns are left out`}
          summaryClassName="gap-2 font-medium"
        >
          <div className="flex py-2">
            <SearchInput label="Search columns" value={search} onChange={setSearch} />
          </div>
          <ul className="flex flex-col divide-y">{found.map(row)}</ul>
          {found.length === 0 && <p className="text-muted">No column has that title.</p>}
        </Collapsible>
      )}
    </Card>
  )
}

function MatchTableRow({
  head,
  match,
  renderUse,
  position,
}: MatchTableProps & { position: number }) {
  const { use, slot } = match.columns[position] ?? { use: 'Leave out', slot: null }
  const { samples = [], certainty = 'none' } = sheetColumnOf(head, match, position) ?? {}
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-2 sm:items-center">
      <div className="min-w-0">
        <p className="truncate font-medium">{columnName(match, position)}</p>
        <p className="truncate text-muted">{samples.join(' · ') || 'blank'}</p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          {renderUse ? renderUse(position) : <p>{labelOfUse(use)}</p>}
          {slot !== null && <p className="mt-1 text-muted">A mark means: {slot}</p>}
        </div>
        {renderUse && certainty !== 'title' && <Badge>{certaintyWords[certainty]}</Badge>}
      </div>
    </li>
  )
}

/** Asks for each column that every sheet needs and that none is matched with. */
function MissingUses({
  head,
  match,
  onChange,
}: {
  head: SheetHead
  match: ColumnMatch
  onChange: (match: ColumnMatch) => void
}) {
  const options = [
    { value: '', label: 'Choose a column' },
    ...match.columns.map((_, position) => {
      const sample = sheetColumnOf(head, match, position)?.samples[0]
      const name = columnName(match, position)
      return { value: String(position), label: sample ? `${name}: ${sample}` : name }
    }),
  ]
  return missingUses(match).map((use) => (
    <Field key={use} label={`Which column holds '${use}'?`}>
      <Select
        options={options}
        value=""
        onChange={(position) => onChange(withUse(match, Number(position), use))}
      />
    </Field>
  ))
}

/** Shows what follows because no column says who is available, trained or introduced. */
function MissingFlags({
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
  if (sentence === undefined && !isAvailableAsked) return null
  return (
    <>
      {sentence !== undefined && <Alert tone="warning">{sentence}</Alert>}
      {isAvailableAsked && (
        <Checkbox
          label="Whoever has a day is available"
          checked={match.availableByDays ?? false}
          onChange={(availableByDays) => onChange({ ...match, availableByDays })}
        />
      )}
    </>
  )
}

const flagMeanings = [
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
] as const
const dayMeanings = days.map((day) => ({ value: day, label: day }))

/** Shows words in the sheet's own language, with the values that they are read as. */
function Words({
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
