import { countOf } from '@dashboard/contract/counts'
import { formatDuration } from '@dashboard/contract/duration'
import { type ImportListEntry, listImports } from '@dashboard/contract/imports'
import { useState } from 'react'
import { Link } from 'wouter'
import { Loaded } from '../../api/loaded.tsx'
import { useIsSupported } from '../../api/missing-calls.ts'
import { formatInstant } from '../../format/time.ts'
import { importAddress } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { circuitsText } from '../../session/user-words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageInView, usePages } from '../../ui/page-turner.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Select } from '../../ui/select.tsx'
import { StateDot } from '../../ui/state-badge.tsx'
import { groupWithoutChanges, importState, importTitle, totalsText } from './import-words.ts'
import { useImports } from './imports-queries.ts'

const choices = [
  { value: 'all', label: 'All' },
  { value: 'true', label: 'Imported' },
  { value: 'false', label: 'Not imported' },
] as const
type Choice = (typeof choices)[number]['value']

/** Shows every review and import: when, who, how long and the totals; each links to its page. */
export function ImportHistory() {
  const [choice, setChoice] = useState<Choice>('all')
  const pages = usePages()
  const page = useImports(choice === 'all' ? undefined : choice, pages.cursor)
  const choose = (next: Choice) => {
    setChoice(next)
    pages.toNewest()
  }
  const { circuits } = useSessionUser()
  if (!useIsSupported(listImports)) return null
  return (
    <Card
      isPlain
      title="Import history"
      {...(circuits !== null && { description: `The numbers are of ${circuitsText(circuits)}.` })}
      actions={<Select label="Show" options={choices} value={choice} onChange={choose} />}
    >
      <Loaded
        query={page}
        loading="Loading the history..."
        failed="The history could not be loaded"
      >
        {({ imports, nextCursor }) =>
          imports.length === 0 ? (
            <EmptyState title="No imports yet">
              What each import has changed is kept here.
            </EmptyState>
          ) : (
            <PageInView
              label="Pages of the import history"
              pages={pages}
              nextCursor={nextCursor}
              isStale={page.isPlaceholderData}
            >
              <ul>
                {groupWithoutChanges(imports).map((group) => (
                  <li key={group[0]?.id} className="border-b last:border-b-0">
                    {group.length > 1 ? <QuietEntries entries={group} /> : group.map(toEntry)}
                  </li>
                ))}
              </ul>
            </PageInView>
          )
        }
      </Loaded>
    </Card>
  )
}

/** Shows syncs that changed nothing, in one line that can be opened. */
function QuietEntries({ entries }: { entries: readonly ImportListEntry[] }) {
  const newest = entries[0]
  const oldest = entries.at(-1)
  if (!newest || !oldest) return null
  return (
    <details>
      <summary className="-mx-2 cursor-pointer rounded-control px-2 py-3 text-muted hover:bg-hover">
        {countOf(entries.length, 'sync')} without changes, {formatInstant(oldest.createdAt)} to{' '}
        {formatInstant(newest.createdAt)}
      </summary>
      <div className="pl-4">{entries.map(toEntry)}</div>
    </details>
  )
}

function toEntry(entry: ImportListEntry) {
  return <Entry key={entry.id} entry={entry} />
}

function Entry({ entry }: { entry: ImportListEntry }) {
  const { totals, status, createdBy, durationMs } = entry
  const { state, word } = importState(entry)
  return (
    <div className="relative -mx-2 flex flex-col gap-0.5 rounded-control px-2 py-3 hover:bg-hover">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex items-center gap-2">
          <StateDot state={state} pulsing={state === 'running'} />
          <Link
            href={importAddress(entry.id)}
            className="font-medium text-primary-text after:absolute after:inset-0 hover:underline"
          >
            {importTitle(entry)}
            <span className="sr-only"> of {formatInstant(entry.createdAt)}</span>
          </Link>
          <span className="text-muted">{word}</span>
        </p>
        <p className="relative text-xs text-muted">
          <RelativeTime at={entry.completedAt ?? entry.createdAt} isRepeated />
          {createdBy !== null && `, ${createdBy}`}
          {durationMs !== null && `, took ${formatDuration(durationMs)}`}
        </p>
      </div>
      {totals && <p className="text-muted">{totalsText(totals, status === 'completed')}</p>}
      {status === 'completed' && !entry.isCurrent && entry.hasDetails && (
        <Link
          href={importAddress(entry.id, 'since')}
          className="relative self-start rounded-control text-xs text-primary-text underline pointer-coarse:py-3.5"
        >
          What changed since
          <span className="sr-only"> {formatInstant(entry.completedAt ?? entry.createdAt)}</span>
        </Link>
      )}
    </div>
  )
}
