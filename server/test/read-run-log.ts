import { GithubClient } from '../src/engines/github/api/github-client.ts'
import type { GithubAddress } from '../src/engines/github/api/github-octokit.ts'
import { readRunLog } from '../src/engines/github/api/run-log.ts'

/** A program that reads the log of a run and prints its length and the memory that this took at most, as JSON. */

const [github = '', runId = ''] = process.argv.slice(2)
const client = new GithubClient({
  github: JSON.parse(github) as GithubAddress,
  log: { warn: () => {} },
})
const { length } = await readRunLog(client, runId)
process.stdout.write(JSON.stringify({ length, maxBytes: process.resourceUsage().maxRSS * 1_024 }))
