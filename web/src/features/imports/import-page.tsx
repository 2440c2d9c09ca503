import type { ImportTotals } from '@dashboard/contract/automation'
import { formatCount } from '@dashboard/contract/counts'
import type { ImportCircuit, ImportDetail } from '@dashboard/contract/imports'
import { localDay } from '@dashboard/contract/local-time'
import { Archive } from 'lucide-react'
import { useLocation, useSearchParams } from 'wouter'
import { ApiError } from '../../api/api-error.ts'
import { Loaded } from '../../api/loaded.tsx'
import { syncPageName } from '../../format/installation.ts'
import { formatDate, formatDay, formatInstant } from '../../format/time.ts'
import { importOfAddress, paths } from '../../paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ChangesSince } from './changes-since.tsx'
import { ChangesView } from './changes-view.tsx'
import { ImportGuardCard } from './import-guard-card.tsx'
import { ImportPlaces } from './import-places.tsx'
import { ImportSummary } from './import-summary.tsx'
import { importTitle } from './import-words.ts'
import { useImport } from './imports-queries.ts'
import { RejectsView } from './rejects-view.tsx'

/** Shows what a review would change, what an import has changed, or what has changed since (docs/imports.md#screens). */
export function ImportPage() {
  const [location] = useLocation()
  const [search] = useSearchParams()
  const id = importOfAddress(location)
  const query = useImport(id)
  const { data, error } = query
  const isUnknown = error instanceof ApiError && error.status === 404
  const isSince = search.get('show') === 'since' && data?.import.status === 'completed'
  return (
    <Page
      {...(isSince ? sinceHeading(data.import) : headingOf(data?.import))}
      actions={
        !isUnknown && (
          // Any user who is signed in can open the address.
          <CopyButton text={window.location.href} label="Copy link" doneText="Copied" />
        )
      }
      back={{ href: paths.sync, label: `Back to ${syncPageName}` }}
    >
      <Loaded
        query={query}
        loading={<LoadingImport />}
        failed="This import could not be loaded"
        missing={
          <EmptyState title="Import not found">
            There is no review or import at this address. It may be older than what is kept.
          </EmptyState>
        }
        outdated="This page cannot be refreshed right now. It may be out of date."
      >
        {(found) =>
          isSince ? (
            <ChangesSince key={id} entry={found.import} />
          ) : (
            <ImportBoard key={id} {...found} />
          )
        }
      </Loaded>
    </Page>
  )
}

function headingOf(entry: ImportDetail | undefined) {
  if (!entry) return { title: 'Import', subtitle: '' }
  const { createdAt } = entry
  const title = importTitle(entry)
  return {
    title,
    tabTitle: `${title}, ${formatInstant(createdAt)}`,
    subtitle: formatDate(createdAt),
  }
}

function sinceHeading({ completedAt }: ImportDetail) {
  const at = formatInstant(completedAt ?? '')
  const day = completedAt === null ? '' : formatDay(localDay(completedAt))
  return {
    title: `What changed since ${day}`,
    tabTitle: `What changed since ${at}`,
    subtitle: `Since the import of ${at}`,
  }
}

function LoadingImport() {
  return (
    <Card>
      <div role="status" className="flex animate-late flex-col gap-4">
        <p className="text-muted">Loading the import...</p>
        <Skeleton className="h-6 w-72" />
        <Skeleton className="h-12" />
        <Skeleton className="h-40" />
      </div>
    </Card>
  )
}

interface ImportBoardProps {
  import: ImportDetail
  circuits: readonly ImportCircuit[]
}

/** Shows one review or import: its state, the question of a stopped one, and all changes. */
function ImportBoard({ import: entry, circuits }: ImportBoardProps) {
  const { totals, guard, status, outdated, hasDetails } = entry
  const isStopped = status === 'stopped' && outdated === null
  return (
    <div className="@container flex animate-appear flex-col gap-4">
      <ImportSummary entry={entry} />
      {guard && isStopped && <ImportGuardCard entry={entry} guard={guard} />}
      {!guard && isStopped && (
        <Alert tone="info" title="An administrator has to confirm this">
          <p>It would remove or erase too much, here or in other circuits.</p>
        </Alert>
      )}
      <ImportPlaces circuits={circuits} isDone={status === 'completed'} />
      {totals &&
        (hasDetails ? (
          <ImportContents entry={entry} totals={totals} circuits={circuits} />
        ) : (
          <Card>
            <EmptyState icon={<Archive />} title="Its changes are no longer kept">
              Only the numbers of older imports stay.
            </EmptyState>
          </Card>
        ))}
    </div>
  )
}

interface ImportContentsProps {
  entry: ImportDetail
  totals: ImportTotals
  circuits: readonly ImportCircuit[]
}

/** Shows the changes, and the skipped rows; the address may choose the latter. */
function ImportContents({ entry, totals, circuits }: ImportContentsProps) {
  const [search] = useSearchParams()
  const changes = totals.new + totals.moved + totals.changed + totals.left
  const label = (text: string, count: number) => `${text} (${formatCount(count)})`
  return (
    <Card>
      <Tabs
        label="What is in it"
        initial={search.get('show') ?? 'changes'}
        tabs={[
          {
            value: 'changes',
            label: label('Changes', changes),
            content: <ChangesView entry={entry} circuits={circuits} changes={changes} />,
          },
          {
            value: 'skipped',
            label: label('Skipped rows', totals.skipped),
            content: <RejectsView entry={entry} circuits={circuits} skipped={totals.skipped} />,
          },
        ]}
      />
    </Card>
  )
}
