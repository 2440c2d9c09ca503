import { isSyncJob, type Job } from '@dashboard/contract/jobs'
import { useSessionUser } from '../../session/session-context.tsx'
import { isLimited } from '../../session/session-user.ts'

/** Whether the signed-in user may change a job: limited users change no sync (docs/behavior.md#limited-users). */
export function useIsChangeable(): (job: Pick<Job, 'type'>) => boolean {
  const user = useSessionUser()
  return (job) => !isLimited(user) || !isSyncJob(job)
}
