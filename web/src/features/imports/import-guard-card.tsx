import { formatCount } from '@dashboard/contract/counts'
import type { ColumnLoss, ImportGuard } from '@dashboard/contract/imports'
import { listTitles } from '@dashboard/contract/name-list'
import { ShieldAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { columnText, confirmText, guardText, guardTitle, placeText } from './import-words.ts'

const GuardDialog = lazy(async () => ({
  default: (await import('./guard-dialog.tsx')).GuardDialog,
}))

const placePx = 36

/** Who would go, by congregation, and what, by column; an administrator can have it imported all the same. */
export function ImportGuardCard({ id, guard }: { id: string; guard: ImportGuard }) {
  const { congregations, columns, unknownColumns } = guard
  return (
    <Card title={guardTitle(guard)} description={guardText(guard)}>
      {columns.length > 0 && <LostColumns columns={columns} unknown={unknownColumns} />}
      {congregations.length > 0 && (
        <VirtualList
          label="Congregations that would lose many"
          items={congregations}
          keyOf={(place) => JSON.stringify([place.circuit, place.congregation])}
          estimatePx={placePx}
          isPlain
          className="max-h-72 rounded-control border bg-background"
        >
          {(place) => (
            <p className="flex justify-between gap-4 border-b px-3 py-2 in-[li:last-child]:border-b-0">
              <span className="min-w-0 wrap-anywhere">{placeText(place)}</span>
              <span className="shrink-0 font-medium">
                {formatCount(place.removals)} of {formatCount(place.volunteers)}
              </span>
            </p>
          )}
        </VirtualList>
      )}
      <Confirmation id={id} guard={guard} />
    </Card>
  )
}

function LostColumns({
  columns,
  unknown,
}: {
  columns: readonly ColumnLoss[]
  unknown: readonly string[]
}) {
  return (
    <>
      <ul
        aria-label="Columns that would lose their values"
        className="rounded-control border bg-background"
      >
        {columns.map((loss) => (
          <li
            key={loss.column}
            className="flex justify-between gap-4 border-b px-3 py-2 last:border-b-0"
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
      {unknown.length > 0 && (
        <p className="wrap-anywhere">
          One of the columns that are not known may be meant: {listTitles(unknown, 10)}.
        </p>
      )}
    </>
  )
}

function Confirmation({ id, guard }: { id: string; guard: ImportGuard }) {
  const isAdmin = useSessionUser().role === 'admin'
  const [asking, setAsking] = useState<'never' | 'now' | 'before'>('never')
  if (!isAdmin) {
    return (
      <Alert tone="info" title="An administrator has to confirm this">
        <p>Send one the link to this page. Until then nothing is imported.</p>
      </Alert>
    )
  }
  return (
    <div>
      <Button variant="danger" icon={<ShieldAlert aria-hidden />} onClick={() => setAsking('now')}>
        {confirmText(guard)}
      </Button>
      {asking !== 'never' && (
        <Suspense>
          <GuardDialog
            id={id}
            guard={guard}
            open={asking === 'now'}
            onClose={() => setAsking('before')}
          />
        </Suspense>
      )}
    </div>
  )
}
