import { stripVTControlCharacters } from 'node:util'
import { findJobOfRun, locateJobLog } from './github-api.ts'
import type { GithubClient } from './github-client.ts'
import { unreadableAnswer } from './github-errors.ts'

const maxLogBytes = 64_000
const leftOut = '(The beginning of the log is left out.)\n'
const timeoutMs = 60_000

/**
 * Returns the last 64 KB of the log of an ended run as text, without GitHub's time stamps and colors. Throws
 * `GithubError` or a network failure.
 */
export async function readRunLog(client: GithubClient, runId: string): Promise<string> {
  const jobId = await findJobOfRun(client, runId)
  if (jobId === undefined) return ''
  return readEnd(await locateJobLog(client, jobId))
}

/** Returns a log without byte order mark, without the time stamp before each line and without colors. */
export function cleanLog(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z ?/gm, '')
    .replaceAll(/^##\[(group|endgroup|section|command|debug)\]/gm, '')
    .replaceAll('\0', '')
}

const errorMark = '##[error]'
const exitNotice = `${errorMark}Process completed with exit code`

/** Returns what the program of a run reported last as its error; `undefined` when it reported nothing. */
export function findReportedError(text: string): string | undefined {
  const reported = text
    .split('\n')
    .findLast((line) => line.startsWith(errorMark) && !line.startsWith(exitNotice))
  return reported?.slice(errorMark.length).trim() || undefined
}

/**
 * Reads the end of a log, which may be larger than memory, from its first whole line. The address contains its own
 * authorization and lies on another host, so the token is not sent there.
 */
async function readEnd(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw unreadableAnswer()
  let end = Buffer.alloc(0)
  let isWhole = true
  for await (const chunk of response.body ?? []) {
    end = Buffer.concat([end, chunk])
    if (end.length <= maxLogBytes) continue
    end = end.subarray(-maxLogBytes)
    isWhole = false
  }
  const text = end.toString('utf8')
  return isWhole ? cleanLog(text) : leftOut + cleanLog(text.slice(text.indexOf('\n') + 1))
}
