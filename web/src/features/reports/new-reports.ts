import type { Report } from '@dashboard/contract/reports'
import { useEffect, useState } from 'react'
import { ifStorable } from '../../session/browser-storage.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import { newestInstant, newReports } from './report-list.ts'
import { arrivalText } from './report-texts.ts'

export interface NewReports {
  /** Ids of the reports that arrived with its last change. */
  arrived: ReadonlySet<string>
  /** Reports that were generated later are new: they have not been seen in this browser before this visit. */
  since: string
}

interface Seen {
  reports: readonly Report[] | undefined
  arrived: readonly Report[]
  since: string | undefined
}

const storageKey = 'reports_seen_until'

/** Returns which reports are new, and has screen readers read them out as they arrive. */
export function useNewReports(reports: readonly Report[] | undefined): NewReports {
  const announce = useAnnounce()
  const [seen, setSeen] = useState<Seen>({
    reports: undefined,
    arrived: [],
    since: ifStorable(() => localStorage.getItem(storageKey)) ?? undefined,
  })
  // Set while rendering, so that a new row is marked and fades in from its first frame.
  if (reports && seen.reports !== reports) {
    setSeen({
      reports,
      arrived: newReports(seen.reports, reports),
      since: seen.since ?? newestInstant(reports),
    })
  }
  const { arrived, since = '' } = seen
  useEffect(() => {
    if (arrived.length > 0) announce(arrivalText(arrived))
  }, [arrived, announce])
  useEffect(() => {
    if (!reports || document.hidden) return
    ifStorable(() => localStorage.setItem(storageKey, newestInstant(reports)))
  }, [reports])
  return { arrived: new Set(arrived.map((report) => report.id)), since }
}
