import {
  hiddenRowsSentence,
  type SheetHead,
  type StoredColumnMatch,
  separators,
  textEncodings,
} from '@dashboard/contract/columns'
import { listTitles } from '@dashboard/contract/name-list'
import { ListChecks, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { ApiError } from '../../api/api-error.ts'
import { Loaded } from '../../api/loaded.tsx'
import { syncPageName } from '../../format/installation.ts'
import { formatDate } from '../../format/time.ts'
import { paths, type RenamedColumn, renamedOfAddress } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  type SheetSource,
  useDeleteMatch,
  useIsSampleData,
  useMatches,
  useSheetHead,
  useUseFile,
} from './columns-queries.ts'
import { countRead, foreignTitles, withRenamed } from './match-draft.ts'
import { MatchForm } from './match-form.tsx'
import { MatchTable } from './match-table.tsx'
import { MissingFlags } from './missing-flags.tsx'
import { AskEncoding, ChooseSheet, OtherSheet, TextReading } from './sheet-reading.tsx'

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
              asked={renamedOfAddress(search)}
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
  /** Columns that the address asks to read, because an import's guard found them missing. */
  asked: readonly RenamedColumn[]
}

function Sheet({ head, storedMatch, source, asked }: SheetProps) {
  const { upload } = source
  const isAdmin = useSessionUser().role === 'admin'
  const start = head.proposal && withRenamed(storedMatch?.match ?? head.proposal, asked)
  const isUnread = (position: number) =>
    storedMatch?.match.columns[position]?.use !== start?.match.columns[position]?.use
  const [isChanging, setIsChanging] = useState(isAdmin && start?.positions.some(isUnread) === true)
  const deletion = useDeleteMatch()
  if (head.sheetName === null) return <ChooseSheet head={head} upload={upload} />
  // Asked even if a match is stored: titles are often plain ASCII, and the names below them are not.
  if (head.text?.isSure === false) return <AskEncoding text={head.text} source={source} />
  const text = head.text ? (
    <TextReading text={head.text} source={source} />
  ) : (
    <>
      {head.hiddenRows > 0 && (
        <Alert tone="warning">
          {hiddenRowsSentence(head.hiddenRows)} Delete them from the sheet if they no longer count.
        </Alert>
      )}
      {head.sheetNames.length > 1 && <OtherSheet head={head} upload={upload} />}
    </>
  )
  if (head.proposal === null || start === null) {
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
            storedMatch
              ? `Read as matched in '${storedMatch.name}'`
              : 'The sheet has the standard titles'
          }
          description={storedMatch ? countRead(storedMatch.match) : fittingText(renamed)}
        >
          <MissingFlags match={storedMatch?.match ?? head.proposal} />
          {use}
          {isAdmin && !isOffered && (
            <div className="flex flex-wrap gap-2">
              <Button icon={<Pencil />} onClick={() => setIsChanging(true)}>
                Change the match
              </Button>
              {storedMatch && (
                <Button
                  icon={<Trash2 />}
                  loading={deletion.isPending}
                  onClick={() => deletion.mutate(storedMatch.key)}
                >
                  Forget the match
                </Button>
              )}
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
      start={start.match}
      first={start.positions}
      name={storedMatch?.name}
      text={text}
    />
  ) : (
    <>
      <Alert tone="info" title="The dashboard does not know these titles yet">
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
    ? 'Every column that is needed was found. Columns with other titles are stored, but not used.'
    : `An administrator has to say first what ${listTitles(renamed)} ${renamed.length === 1 ? 'is' : 'are'} for.`
}

function UseFile({ source }: { source: SheetSource & { upload: string } }) {
  const review = useUseFile(source, 'review')
  const load = useUseFile(source, 'import')
  const isSampleData = useIsSampleData()
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="primary"
        icon={<ListChecks />}
        loading={review.isPending}
        disabled={load.isPending}
        onClick={() => review.mutate()}
      >
        Review changes first
      </Button>
      <Button
        icon={<Play />}
        loading={load.isPending}
        disabled={review.isPending}
        onClick={() => load.mutate()}
      >
        {isSampleData ? 'Replace the sample data' : 'Import to SMPW Dashboard'}
      </Button>
    </div>
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
                Saved by {updatedBy}, {formatDate(updatedAt)}
              </p>
            </div>
            {isAdmin && (
              <IconButton
                label={`Forget '${name}'`}
                icon={<Trash2 />}
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
