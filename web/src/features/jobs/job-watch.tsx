import type { Job } from '@dashboard/contract/jobs'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pathKey } from '../../api/endpoint-query.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import { TabTitle } from '../../ui/tab-title.tsx'
import { changedPaths, describeEnded, findEnded, tabStatus } from './job-changes.ts'
import { useJobs } from './jobs-queries.ts'

/**
 * Watches jobs behind every page; rendered once in the frame. When a job ends, it reads again what that changed
 * (docs/jobs.md#states) and informs screen readers. It also sets the browser tab's note while jobs run.
 */
export function JobWatch() {
  const { data } = useJobs()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const seen = useRef<Job[]>(undefined)
  const jobs = data?.jobs

  useEffect(() => {
    if (!jobs) return
    const before = seen.current
    seen.current = jobs
    const ended = before ? findEnded(before, jobs) : []
    if (ended.length === 0) return
    for (const path of changedPaths(ended)) {
      void queryClient.invalidateQueries({ queryKey: pathKey(path) })
    }
    // A user whose page polls notices counts as watching, which a hidden page must not cause.
    const refetchType = document.hidden ? 'none' : 'active'
    void queryClient.invalidateQueries({ queryKey: pathKey('/api/notices'), refetchType })
    announce(describeEnded(ended))
  }, [jobs, queryClient, announce])

  return <TabTitle note={jobs && tabStatus(jobs)} />
}
