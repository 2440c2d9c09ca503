import { getJob, isActive } from '@dashboard/contract/jobs'
import { pollMs } from '@dashboard/contract/limits'
import { fetchVolunteerList, startVolunteerList } from '@dashboard/contract/volunteer-exports'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import type { toQuery } from './volunteer-choice.ts'

/**
 * Has a list drawn as PDF, waits until its job has ended, and fetches it (docs/volunteers.md#as-pdf).
 * @throws ApiError also with the reason why the job has failed.
 */
export async function fetchPdf(query: ReturnType<typeof toQuery>) {
  const { jobId: id } = await call(startVolunteerList, { query })
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs.volunteerList))
    const { job } = await call(getJob, { params: { id } })
    if (job.status === 'failed') throw new ApiError(409, job.error ?? '')
    if (!isActive(job)) return call(fetchVolunteerList, { params: { id } })
  }
}
