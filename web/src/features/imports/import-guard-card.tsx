import { formatCount } from '@dashboard/contract/counts'
import type { ImportGuard } from '@dashboard/contract/imports'
import { ShieldAlert } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { guardText, placeText, removeText } from './import-words.ts'

const GuardDialog = lazy(async () => ({
  default: (await import('./guard-dialog.tsx')).GuardDialog,
}))

const placePx = 36

/** Who would go, by congregation; an administrator can have it imported all the same. */
export function ImportGuardCard({ id, guard }: { id: string; guard: ImportGuard }) {
  const { removals, volunteers, congregations } = guard
  return (
    <Card
      title={`${formatCount(removals)} of ${formatCount(volunteers)} volunteers would be removed`}
      description={guardText(guard)}
    >
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
      <Confirmation id={id} removals={removals} />
    </Card>
  )
}

function Confirmation({ id, removals }: { id: string; removals: number }) {
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
        {removeText(removals)}
      </Button>
      {asking !== 'never' && (
        <Suspense>
          <GuardDialog
            id={id}
            removals={removals}
            open={asking === 'now'}
            onClose={() => setAsking('before')}
          />
        </Suspense>
      )}
    </div>
  )
}
