import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatInstant } from '../../format/time.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { fullName } from '../../session/user-words.ts'
import { useAutomationStatus } from '../data-status/data-status-queries.ts'

/** On paper alone: for whose circuits the list is, of which day the data is, and who printed it when. */
export function PrintFacts() {
  const user = useSessionUser()
  const { data: status } = useAutomationStatus()
  const printedAt = usePrintedAt()
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

/** The page may have been open for hours when it is printed. */
function usePrintedAt(): string {
  const [at, setAt] = useState(() => new Date().toISOString())
  useEffect(() => {
    const note = () => flushSync(() => setAt(new Date().toISOString()))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])
  return at
}
