import type { listAuditEntries } from '@dashboard/contract/audit'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../api/call-input.ts'
import { Loaded } from '../../api/loaded.tsx'
import { settingsPage } from '../../session/page-names.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHasWidth } from '../../ui/has-width.ts'
import { Page } from '../../ui/page.tsx'
import { PageInView, usePages } from '../../ui/page-turner.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { describePage, entriesPerPage, everything, isEverything } from './audit-choice.ts'
import { AuditCards, AuditTable } from './audit-entries.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { useAuditExport, useAuditPage } from './audit-queries.ts'

/** Shows who did what, when and from where (docs/audit-log.md). */
export function AuditPage() {
  const [choice, setChoice] = useState(everything)
  const pages = usePages()
  const debounced = useDebounced(choice)
  const page = useAuditPage(debounced, pages.cursor)
  const save = useAuditExport()
  const choose = (next: typeof choice) => {
    setChoice(next)
    pages.toNewest()
  }
  return (
    <Page
      {...settingsPage('Audit Log')}
      actions={
        <Button
          variant="primary"
          icon={<Download />}
          loading={save.isPending}
          onClick={() => save.mutate(choice)}
        >
          Export CSV
        </Button>
      }
    >
      <Card>
        <AuditFilters choice={choice} onChange={choose} />
        <Loaded
          query={page}
          loading="Loading the audit log..."
          failed="Failed to load the audit log"
        >
          {(data) => (
            <Entries
              {...data}
              isStale={page.isPlaceholderData}
              pages={pages}
              onClear={isEverything(choice) ? undefined : () => choose(everything)}
            />
          )}
        </Loaded>
      </Card>
    </Page>
  )
}

/** In a narrower table, times would overlap the next column. */
const tablePx = 760

interface EntriesProps extends AnswerOf<typeof listAuditEntries.answer> {
  /** The rows belong to another page than the requested one. */
  isStale: boolean
  pages: ReturnType<typeof usePages>
  /** Removes all filters; left out when there are none. */
  onClear: (() => void) | undefined
}

function Entries(props: EntriesProps) {
  const { entries, total, nextCursor, isStale, pages, onClear } = props
  const { ref, hasWidth } = useHasWidth(tablePx)
  const Rows = hasWidth ? AuditTable : AuditCards
  const position = describePage(pages.cursors.length * entriesPerPage, entries.length, total)
  return (
    <>
      <div className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-muted">
          {position}
        </p>
        {onClear && (
          <Button variant="quiet" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
      <PageInView
        label="Pages of the audit log"
        pages={pages}
        nextCursor={nextCursor}
        isStale={isStale}
      >
        <div ref={ref}>
          {entries.length > 0 ? <Rows entries={entries} /> : <NoEntries isFiltered={!!onClear} />}
        </div>
      </PageInView>
    </>
  )
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={<ScrollText />} title="No entries match.">
      Choose other days, another person or another action, or search for something else.
    </EmptyState>
  ) : (
    <EmptyState title="No entries yet">
      Sign-ins, changes, jobs and downloads are entered here.
    </EmptyState>
  )
}
