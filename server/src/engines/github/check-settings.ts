import { randomUUID } from 'node:crypto'
import {
  failedCheck,
  failedCheckOf,
  type GithubCheck,
  type PreflightCheck,
} from '@dashboard/contract/preflight'
import {
  changeGithubCheck,
  type GithubCheckRow,
  readGithubCheck,
  startGithubCheck,
} from '@dashboard/store/github/github-check'
import { checkFile, dispatchWorkflow, findRun, listRuns } from './api/github-api.ts'
import type { GithubClient } from './api/github-client.ts'
import { operatorSentence } from './api/github-errors.ts'
import type { Run } from './api/github-schemas.ts'
import { findReportedError, readRunLog } from './api/run-log.ts'
import { ageMs, type GithubDependencies } from './github-dependencies.ts'
import { hasEnded, readEndState } from './run-states.ts'

const openRun = 'Open the run on GitHub to read its log.'
const checkName = 'GitHub run'
const noRunAppeared = failedCheck(
  checkName,
  'No run of the check has appeared.',
  'Look at githubstatus.com.',
)
const resultElsewhere = failedCheck(
  checkName,
  'The run has ended, but its result is not in this database.',
  'Check that the secret DATABASE_URL names the same database as the server.',
)

/**
 * "Check GitHub": starts a run that does no job but reports what it can use (docs/github-actions.md#check-github).
 * Throws `GithubError`.
 */
export async function startSettingsCheck({ db, client }: GithubDependencies): Promise<void> {
  const id = randomUUID()
  await startGithubCheck(db, id)
  try {
    const run = await dispatchWorkflow(client, checkFile, { check_id: id })
    if (run) await changeGithubCheck(db, id, { runId: run.id, runUrl: run.url })
  } catch (error) {
    const failed = failedCheckOf(checkName, operatorSentence(error), '')
    await changeGithubCheck(db, id, { checks: [failed] })
    throw error
  }
}

export async function readSettingsCheck(dependencies: GithubDependencies): Promise<GithubCheck> {
  const { db } = dependencies
  const check = await readGithubCheck(db)
  if (check === undefined) return { state: 'none', startedAt: null, runUrl: null, checks: null }
  if (check.checks === null) await checkRun(dependencies, check)
  const { startedAt, runUrl, checks } = (await readGithubCheck(db)) ?? check
  return { state: checks === null ? 'running' : 'done', startedAt, runUrl, checks }
}

/** A run that ended without a result did not reach the database; its log says why. */
async function checkRun(
  { db, client, log, timings, stopping }: GithubDependencies,
  { id, runId, startedAt }: Pick<GithubCheckRow, 'id' | 'runId' | 'startedAt'>,
): Promise<void> {
  // GitHub did not return the id of the run, which names itself with its result.
  const isRunExpected = runId === null && ageMs(startedAt) < timings.runAppearsWithinMs
  if (stopping.aborted || isRunExpected) return
  try {
    const run =
      runId === null
        ? (await listRuns(client, 1)).find(({ title }) => title.includes(id))
        : await findRun(client, runId)
    if (run === undefined) {
      const isLate = ageMs(startedAt) > timings.runAppearsWithinMs
      if (isLate) await changeGithubCheck(db, id, { checks: [noRunAppeared] })
      return
    }
    if (runId === null) await changeGithubCheck(db, id, { runId: run.id, runUrl: run.url })
    if (hasEnded(run)) await changeGithubCheck(db, id, { checks: [await describeEnd(client, run)] })
  } catch (error) {
    log.warn({ err: error }, 'Could not ask GitHub about a check of its settings')
  }
}

async function describeEnd(client: GithubClient, run: Run): Promise<PreflightCheck> {
  if (run.conclusion === 'success') return resultElsewhere
  const reason = findReportedError(await readRunLog(client, run.id))
  return failedCheckOf(checkName, reason ?? readEndState(run).error, openRun)
}
