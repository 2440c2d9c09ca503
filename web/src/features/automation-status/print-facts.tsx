import { serverNow } from '../../format/server-clock.ts'
import { formatInstant } from '../../format/time.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { fullName } from '../../session/user-words.ts'
import { usePrinting } from '../../ui/printing.ts'
import { useAutomationStatus } from './automation-status-queries.ts'

/** Shows on paper only, below the title: for whose circuits, from which day the data is, and who printed it when. */
export function PrintFacts() {
  const user = useSessionUser()
  const { data: status } = useAutomationStatus()
  // Drawn again before each print, since the page may have been open for hours.
  usePrinting()
  const printedAt = new Date(serverNow()).toISOString()
  const lastImport = status?.lastImport?.timestamp
  const facts = [
    user.circuits !== null && `Limited to ${user.circuits.join(', ')}`,
    status &&
      (lastImport === undefined
        ? 'Nothing imported yet'
        : `Data as of ${formatInstant(lastImport)}${status.isSampleData ? ' (sample data)' : ''}`),
    `Printed ${formatInstant(printedAt)} by ${fullName(user)} (${user.username})`,
  ]
  return (
    <p className="hidden text-xs text-muted print:block">{facts.filter(Boolean).join(' · ')}</p>
  )
}
