import type { TrackedJob } from '@dashboard/store/jobs/github-runs'
import { findRun, listRuns, runsPerPage } from './api/github-api.ts'
import type { GithubClient } from './api/github-client.ts'
import type { Run } from './api/github-schemas.ts'
import { readJobId } from './run-states.ts'

const maxPages = 10
/** A run's creation time may be slightly earlier than the dispatch of its job, since clocks differ. */
const clockSlackMs = 60_000

/**
 * Finds the runs of jobs, by id or by name: first in lists of a hundred, newest first and only as far back as needed,
 * then one by one. Returns them by job, with all that was listed, newest first.
 */
export async function collectRuns(client: GithubClient, jobs: readonly TrackedJob[]) {
  const runs = new Map<string, Run>()
  const listed: Run[] = []
  const missing = new Map(jobs.map((job) => [job.id, job]))
  for (let page = 1; page <= maxPages; page += 1) {
    const found = await listRuns(client, page)
    listed.push(...found)
    const byRun = new Map(found.map((run) => [run.id, run]))
    const byName = indexByName(found)
    for (const job of [...missing.values()]) {
      const run = job.githubRunId === null ? byName.get(job.id) : byRun.get(job.githubRunId)
      if (run) runs.set(job.id, run)
      if (run) missing.delete(job.id)
    }
    const oldest = found.at(-1)
    const isLast = found.length < runsPerPage || oldest === undefined
    if (isLast || !mayBeOlder(missing, oldest)) break
  }
  for (const { id, githubRunId } of missing.values()) {
    if (githubRunId === null) continue
    const run = await findRun(client, githubRunId)
    if (run) runs.set(id, run)
  }
  return { runs, listed }
}

/** Keys runs by the job id in their name. Of several runs with one name, it returns the active one, else the newest. */
function indexByName(found: readonly Run[]): Map<string, Run> {
  const byName = new Map<string, Run>()
  for (const run of found) {
    const id = readJobId(run.title)
    if (id === undefined) continue
    const known = byName.get(id)
    if (!known || (known.status === 'completed' && run.status !== 'completed')) byName.set(id, run)
  }
  return byName
}

function mayBeOlder(missing: ReadonlyMap<string, TrackedJob>, oldest: Run): boolean {
  const shownUntil = Date.parse(oldest.createdAt) + clockSlackMs
  return [...missing.values()].some(
    ({ dispatchedAt }) => dispatchedAt !== null && Date.parse(dispatchedAt) < shownUntil,
  )
}
