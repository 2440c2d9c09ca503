import { Octokit } from '@octokit/core'
import { expect, onTestFinished, test } from 'vitest'
import { startGithubDouble } from './github-double.ts'
import type { GithubVersion } from './github-double-exchange.ts'

/** What the double refuses (docs/decisions/0008-github-description.md); the engine's tests check all else that it does. */

test.each<[GithubVersion, object, string]>([
  ['github.com', { force: true }, 'no field "force" in the body'],
  ['github.com', { ref: undefined }, "must have required property 'ref'"],
  ['ghes-3.17', { return_run_details: true }, 'no field "return_run_details" in the body'],
  ['ghes-3.17', { inputs: manyInputs(11) }, 'must NOT have more than 10 properties'],
])('%s refuses a dispatch with %j', async (version, more, problem) => {
  const double = await startGithubDouble({ version })
  onTestFinished(() => double.close())
  const octokit = new Octokit({
    auth: double.access.token,
    baseUrl: double.settings.apiUrl,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const { owner, repo } = double.settings
  const dispatch = octokit.request(
    'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
    { owner, repo, workflow_id: 'locust-export.yml', ref: 'main', ...more },
  )
  await expect(dispatch).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(problem),
  })
  expect(double.state.runs.size).toBe(0)
})

function manyInputs(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`input_${index}`, 'x']))
}
