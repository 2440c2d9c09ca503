import {
  failedCheck,
  failedCheckOf,
  type PreflightCheck,
  passedCheck,
} from '@dashboard/contract/preflight'
import type { z } from 'zod'
import type { EngineLog } from '../job-engine.ts'
import { checkFile, workflowFiles } from './api/github-api.ts'
import { GithubClient } from './api/github-client.ts'
import { GithubError, type GithubFailureKind, operatorSentence } from './api/github-errors.ts'
import type { GithubAddress } from './api/github-octokit.ts'
import { WorkflowList } from './api/github-schemas.ts'

const timeoutMs = 10_000
const workflows = '/repos/{owner}/{repo}/actions/workflows'
/** What the results call the credentials, and what to do about them. */
const words = {
  token: {
    name: 'GitHub token',
    fix: 'Make a fine-grained token with "Actions: Read and write" for the repository and set GITHUB_TOKEN to it.',
    holder: 'The token',
  },
  app: {
    name: 'GitHub App',
    fix: 'Give the App "Actions: Read and write", and install it for the repository.',
    holder: 'The App',
  },
}
/** Refusals which show that the token has the right to start workflows. */
const refusalsOfAllowed = new Set<GithubFailureKind>(['not-found', 'refused', 'conflict'])
const workflowsName = 'GitHub workflows'
const pushWorkflows = 'Push .github/workflows to the default branch of the repository.'

/** Checks the rights of the token or the App, and that the workflows for jobs exist. */
export async function checkGithub(
  github: GithubAddress,
  log: EngineLog,
): Promise<PreflightCheck[]> {
  const client = new GithubClient({ github, log, throttle: false, timeoutMs })
  try {
    const there = await client.get(`GET ${workflows}`, WorkflowList, { per_page: 100 })
    return [await checkRights(client), checkWorkflows(client, there)]
  } catch (error) {
    const { name, fix } = words[client.target.credentials]
    const reason = operatorSentence(error)
    return [failedCheckOf(name, reason, fix), failedCheckOf(workflowsName, reason, pushWorkflows)]
  }
}

/**
 * Dispatches a workflow that does not exist: GitHub responds "not found" to a token that may start workflows, and
 * "forbidden" to any other.
 */
async function checkRights(client: GithubClient): Promise<PreflightCheck> {
  const { name, fix, holder } = words[client.target.credentials]
  const route = `POST ${workflows}/{workflow_id}/dispatches`
  const parameters = { workflow_id: 'no-such-workflow.yml', ref: client.target.ref }
  try {
    await client.post(route, parameters)
  } catch (error) {
    const isAllowed = error instanceof GithubError && refusalsOfAllowed.has(error.kind)
    if (!isAllowed) return failedCheckOf(name, operatorSentence(error), fix)
  }
  return passedCheck(name, `${holder} may start and read workflows in ${client.target.repository}.`)
}

function checkWorkflows(
  { target }: GithubClient,
  there: z.infer<typeof WorkflowList>,
): PreflightCheck {
  const stateOf = new Map(
    there.workflows.map(({ path, state }) => [path.replace('.github/workflows/', ''), state]),
  )
  const needed = [...Object.values(workflowFiles), checkFile]
  const missing = needed.filter((file) => !stateOf.has(file))
  if (missing.length > 0) {
    const text = `The repository ${target.repository} lacks ${missing.join(', ')}.`
    return failedCheck(workflowsName, text, pushWorkflows)
  }
  const disabled = needed.filter((file) => stateOf.get(file) !== 'active')
  if (disabled.length > 0) {
    const text = `GitHub has disabled ${disabled.join(', ')}.`
    return failedCheck(workflowsName, text, 'Enable them on GitHub, under Actions.')
  }
  return passedCheck(workflowsName, `All ${needed.length} workflows are there and enabled.`)
}
