import type { PreflightCheck } from '@dashboard/contract/preflight'
import { Stethoscope } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { usePreflight } from './monitoring-queries.ts'

/** Whether database, storage, spreadsheet, Locust and GitHub can be used; each with its fix. */
export function PreflightCard() {
  const preflight = usePreflight()
  const checks = preflight.data?.checks
  return (
    <Card
      title="Preflight"
      description="Checks database, storage, spreadsheet, Locust and GitHub, and says what to do about each."
      actions={
        <Button
          icon={<Stethoscope aria-hidden />}
          loading={preflight.isPending}
          onClick={() => preflight.mutate()}
        >
          {preflight.isPending ? 'Checking...' : 'Run Checks'}
        </Button>
      }
    >
      {checks && (
        <ul className="-mb-3 flex flex-col divide-y" aria-busy={preflight.isPending}>
          {checks.map((check) => (
            <CheckRow key={check.name} check={check} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function CheckRow({ check: { name, ok, message, fix } }: { check: PreflightCheck }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
      <span className="w-36 shrink-0 font-medium">{name}</span>
      <span className="w-20 shrink-0">
        <StateBadge state={ok ? 'success' : 'failed'}>{ok ? 'OK' : 'Problem'}</StateBadge>
      </span>
      <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
        {message}
        {fix !== null && <span className="block text-muted">{fix}</span>}
      </span>
    </li>
  )
}
