import { getJob, isActive } from '@dashboard/contract/jobs'
import { pollMs } from '@dashboard/contract/limits'
import { fetchVolunteerList, startVolunteerList } from '@dashboard/contract/volunteer-exports'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refreshJobs } from '../jobs/jobs-queries.ts'
import type { toQuery } from './volunteer-choice.ts'

/**
 * Has a list drawn as PDF, waits until its job has ended, and fetches it (docs/volunteers.md#as-pdf).
 * @throws ApiError also with the reason why the job has failed.
 */
export async function fetchPdf(client: QueryClient, query: ReturnType<typeof toQuery>) {
  const { jobId: id } = await call(startVolunteerList, { query })
  // Without active jobs the list of jobs is asked for rarely, and would not show this one.
  void refreshJobs(client)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs.volunteerList))
    const { job } = await call(getJob, { params: { id } })
    if (job.status === 'failed') throw new ApiError(409, job.error ?? '')
    if (!isActive(job)) return call(fetchVolunteerList, { params: { id } })
  }
}
