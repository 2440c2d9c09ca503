import type { Report } from '@dashboard/contract/reports'
import { useEffect, useState } from 'react'
import { useAnnounce } from '../../ui/live-region.tsx'
import { newReports } from './report-list.ts'
import { arrivalText } from './report-texts.ts'

interface Seen {
  reports: readonly Report[] | undefined
  arrived: readonly Report[]
}

/** The ids of the reports that came with the last change of the list; they are read out. */
export function useNewReports(reports: readonly Report[] | undefined): ReadonlySet<string> {
  const announce = useAnnounce()
  const [seen, setSeen] = useState<Seen>({ reports, arrived: [] })
  // During rendering, so that a new row fades in from its very first frame.
  if (reports && seen.reports !== reports) {
    setSeen({ reports, arrived: newReports(seen.reports, reports) })
  }
  const { arrived } = seen
  useEffect(() => {
    if (arrived.length > 0) announce(arrivalText(arrived))
  }, [arrived, announce])
  return new Set(arrived.map((report) => report.id))
}
