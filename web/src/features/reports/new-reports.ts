import type { Report } from '@dashboard/contract/reports'
import { useEffect, useState } from 'react'
import { useAnnounce } from '../../ui/live-region.tsx'
import { newestInstant, newReports } from './report-list.ts'
import { arrivalText } from './report-texts.ts'

/** What has come to the list of reports. */
export interface News {
  /** Ids of what came with its last change. */
  arrived: ReadonlySet<string>
  /** What was generated later is new: nobody has seen it in this browser before this visit. */
  since: string
}

interface Seen {
  reports: readonly Report[] | undefined
  arrived: readonly Report[]
  since: string | undefined
}

const storageKey = 'reports_seen_until'

/** Tells new reports, and has them read out as they come. */
export function useNews(reports: readonly Report[] | undefined): News {
  const announce = useAnnounce()
  const [seen, setSeen] = useState<Seen>({
    reports: undefined,
    arrived: [],
    since: localStorage.getItem(storageKey) ?? undefined,
  })
  // During rendering, so that a new row is marked and fades in from its very first frame.
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
    if (reports && !document.hidden) localStorage.setItem(storageKey, newestInstant(reports))
  }, [reports])
  return { arrived: new Set(arrived.map((report) => report.id)), since }
}
