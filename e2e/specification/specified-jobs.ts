import { randomUUID } from 'node:crypto'
import { minutesAgo } from '../job-rows.ts'

/** A job as section 3 of the specification has it. */
export interface SpecifiedJob {
  id: string
  type: 'export' | 'import' | 'circuit-report' | 'congregation-report'
  target: string | null
  status: 'queued' | 'running' | 'completed' | 'failed'
  progress: number
  dependsOn: string | null
  startedAt: string | null
  completedAt: string | null
  elapsedTime: string | null
  error: string | null
  logs: string | null
  githubRunId: string | null
  githubRunUrl: string | null
  createdBy: string | null
  createdAt: string
}

/** A job in the state that is asked for; a completed export when nothing is. */
export function specifiedJob(job: Partial<SpecifiedJob> = {}): SpecifiedJob {
  const { status = 'completed' } = job
  const hasEnded = status === 'completed' || status === 'failed'
  return {
    id: randomUUID(),
    type: 'export',
    target: null,
    status,
    progress: status === 'completed' ? 100 : 0,
    dependsOn: null,
    startedAt: status === 'queued' ? null : minutesAgo(10),
    completedAt: hasEnded ? minutesAgo(8) : null,
    elapsedTime: hasEnded ? '2m 0s' : null,
    error: null,
    logs: null,
    githubRunId: null,
    githubRunUrl: null,
    createdBy: 'Ada Lovelace',
    createdAt: minutesAgo(11),
    ...job,
  }
}
