import { createHash } from 'node:crypto'
import {
  type DoubleRun,
  type DoubleState,
  type DoubleWorkflow,
  jobIdOf,
  stepNames,
} from './github-double-state.ts'

/** Builds GitHub's complete answers, as its published description defines them. */

export interface DoubleContext {
  state: DoubleState
  /** Address of the double. */
  origin: string
}

function sha(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString('base64')
}

function describeUser({ origin }: DoubleContext, login: string) {
  const name = encodeURIComponent(login)
  const url = `${origin}/users/${name}`
  const links = ['followers', 'subscriptions', 'repos', 'received_events']
  return {
    ...Object.fromEntries(links.map((link) => [`${link}_url`, `${url}/${link}`])),
    login,
    id: Number.parseInt(sha(login).slice(0, 7), 16),
    node_id: nodeId('User', login),
    avatar_url: `${origin}/avatars/${name}`,
    gravatar_id: '',
    url,
    html_url: `${origin}/${name}`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    organizations_url: `${url}/orgs`,
    events_url: `${url}/events{/privacy}`,
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  }
}

/** Links of a repository, named by the part before `_url`. */
const repositoryLinks = [
  'archive assignees blobs branches collaborators comments commits compare contents contributors',
  'deployments downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events',
  'issues keys labels languages merges milestones notifications pulls releases stargazers statuses',
  'subscribers subscription tags teams trees',
].flatMap((line) => line.split(' '))

function describeRepository(context: DoubleContext) {
  const { state, origin } = context
  const [owner = '', name = ''] = state.repository.split('/')
  const url = `${origin}/repos/${state.repository}`
  return {
    ...Object.fromEntries(repositoryLinks.map((link) => [`${link}_url`, `${url}/${link}`])),
    id: 700_001,
    node_id: nodeId('Repository', 700_001),
    name,
    full_name: state.repository,
    owner: describeUser(context, owner),
    private: true,
    html_url: `${origin}/${state.repository}`,
    description: null,
    fork: false,
    url,
    default_branch: state.defaultBranch,
  }
}

/** Author of the last commit; runs are started by other people, too. */
const committer = { name: 'octocat', email: 'octocat@example.org' }

function urlsOfRun({ state, origin }: DoubleContext, run: DoubleRun) {
  const base = `${origin}/repos/${state.repository}`
  const url = `${base}/actions/runs/${run.id}`
  return { base, url, html: `${origin}/${state.repository}/actions/runs/${run.id}` }
}

export function describeRun(context: DoubleContext, run: DoubleRun) {
  const { base, url, html } = urlsOfRun(context, run)
  const headSha = sha(run.branch)
  return {
    id: run.id,
    name: run.workflow.name,
    node_id: nodeId('WorkflowRun', run.id),
    check_suite_id: run.id + 1,
    check_suite_node_id: nodeId('CheckSuite', run.id + 1),
    head_branch: run.branch,
    head_sha: headSha,
    path: `.github/workflows/${run.workflow.file}`,
    display_title: run.title,
    run_number: run.number,
    run_attempt: run.attempt,
    referenced_workflows: [],
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: run.workflow.id,
    url,
    html_url: html,
    pull_requests: [],
    created_at: run.createdAt.toISOString(),
    updated_at: run.updatedAt.toISOString(),
    run_started_at: run.attemptAt.toISOString(),
    actor: describeUser(context, run.actor),
    triggering_actor: describeUser(context, run.actor),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${base}/check-suites/${run.id + 1}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: run.attempt > 1 ? `${url}/attempts/${run.attempt - 1}` : null,
    workflow_url: `${base}/actions/workflows/${run.workflow.id}`,
    head_commit: {
      id: headSha,
      tree_id: sha(`${run.branch} tree`),
      message: 'Latest',
      timestamp: run.createdAt.toISOString(),
      author: committer,
      committer,
    },
    repository: describeRepository(context),
    head_repository: describeRepository(context),
  }
}

/** Returns the job of a run's latest attempt, with its steps. */
export function describeJob(context: DoubleContext, run: DoubleRun) {
  const { base, url, html } = urlsOfRun(context, run)
  const id = jobIdOf(run)
  const isWaiting = run.status !== 'in_progress' && run.status !== 'completed'
  // A run that never began has no job with a conclusion.
  const conclusion =
    run.conclusion === 'stale' || run.conclusion === 'startup_failure' ? 'failure' : run.conclusion
  return {
    id,
    run_id: run.id,
    workflow_name: run.workflow.name,
    head_branch: run.branch,
    run_url: url,
    run_attempt: run.attempt,
    node_id: nodeId('CheckRun', id),
    head_sha: sha(run.branch),
    url: `${base}/actions/jobs/${id}`,
    html_url: `${html}/job/${id}`,
    status: run.status,
    conclusion,
    created_at: run.attemptAt.toISOString(),
    started_at: run.attemptAt.toISOString(),
    completed_at: run.status === 'completed' ? run.updatedAt.toISOString() : null,
    name: 'run',
    steps: isWaiting ? [] : stepNames.map((name, index) => describeStep(run, name, index)),
    check_run_url: `${base}/check-runs/${id}`,
    labels: ['ubuntu-latest'],
    runner_id: isWaiting ? null : 1,
    runner_name: isWaiting ? null : 'Machine 1',
    runner_group_id: isWaiting ? null : 1,
    runner_group_name: isWaiting ? null : 'Machines',
  }
}

function describeStep(run: DoubleRun, name: string, index: number) {
  const isOver = run.status === 'completed' || index < run.step
  const isCurrent = index === run.step
  const failed = isCurrent && run.conclusion !== 'success' ? run.conclusion : 'success'
  const conclusion = index > run.step ? 'skipped' : failed
  const at = run.updatedAt.toISOString()
  return {
    name,
    status: isOver ? 'completed' : isCurrent ? 'in_progress' : 'queued',
    conclusion: isOver ? conclusion : null,
    number: index + 1,
    started_at: isOver || isCurrent ? at : null,
    completed_at: isOver ? at : null,
  }
}

export function describeWorkflow({ state, origin }: DoubleContext, workflow: DoubleWorkflow) {
  const base = `${origin}/repos/${state.repository}`
  const html = `${origin}/${state.repository}`
  return {
    id: workflow.id,
    node_id: nodeId('Workflow', workflow.id),
    name: workflow.name,
    path: `.github/workflows/${workflow.file}`,
    state: workflow.state,
    created_at: '2026-01-05T09:00:00.000Z',
    updated_at: '2026-01-05T09:00:00.000Z',
    url: `${base}/actions/workflows/${workflow.id}`,
    html_url: `${html}/blob/${state.defaultBranch}/.github/workflows/${workflow.file}`,
    badge_url: `${html}/workflows/${encodeURIComponent(workflow.name)}/badge.svg`,
  }
}

export function describeDispatched(context: DoubleContext, run: DoubleRun) {
  const { url, html } = urlsOfRun(context, run)
  return { workflow_run_id: run.id, run_url: url, html_url: html }
}
