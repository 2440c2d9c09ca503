import { Card } from '../../ui/card.tsx'

const facts = [
  ['Fast polling (5 s)', 'when users view jobs'],
  ['Slow polling (2-5 min)', 'when idle or the page is hidden'],
  ['Background jobs continue', 'whether or not anybody watches'],
  ['Auto-Sync is off by default', 'so that only jobs started here appear'],
] as const

/** Explains the pace of monitoring (docs/behavior.md#monitoring-controls). */
export function SmartMonitoring() {
  return (
    <Card
      title="Smart Monitoring"
      description="How often jobs are checked depends on who is watching."
    >
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {facts.map(([what, when]) => (
          <li key={what} className="border-l-3 pl-3">
            <span className="block font-medium">{what}</span>
            <span className="block text-muted">{when}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
