import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job } from '@dashboard/contract/jobs'

/** One fault in the product's environment, which is corrected at the end. */
export interface Failure {
  name: string
  /** Returns why the failure cannot be tried on this machine; `undefined` when it can. */
  obstacle?(): string | undefined
  /** Returns what went wrong. */
  run(context: FailureContext): Promise<string[]>
}

export interface FailureContext {
  /** Deleted afterwards. */
  dataDir: string
  print(line: string): void
}

export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-failures-'))
  try {
    return await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Matches text that only a programmer understands. */
const unclearText =
  /Something went wrong|ENOSPC|EACCES|EROFS|ENOTDIR|ECONNREFUSED|SQLITE_|SQL logic error|\n\s+at /

/** Returns the problems of a refusal: it must be 503 with a sentence that says what to do. */
export function refusalProblems(
  what: string,
  { status, body }: { status: number; body: unknown },
): string[] {
  const text = JSON.stringify(body)
  if (status < 400) return []
  if (status !== 503) return [`${what} was answered ${status}: ${text}`]
  return unclearText.test(text) ? [`${what} was refused unclearly: ${text}`] : []
}

/** Returns the problems of a failed job: it must give the reason in words for people. */
export function failedJobProblems(what: string, job: Job): string[] {
  if (job.status !== 'failed') return [`${what} is ${job.status}, though it could not work`]
  if (!job.error) return [`${what} failed without an error`]
  return unclearText.test(job.error) ? [`${what} failed unclearly: ${job.error}`] : []
}

export function completedJobProblems(what: string, job: Job): string[] {
  return job.status === 'completed' ? [] : [`${what}, tried again, ${job.status}: ${job.error}`]
}

/** Returns the problems in the output of a program that did not start: there must be one line (or few) and no stack. */
export function startFailureProblems(printed: string, expected: RegExp): string[] {
  const lines = printed.split('\n').filter((line) => line.trim() !== '')
  const problems: string[] = []
  // The first line is that of the spec that waited for the start.
  if (/\n\s+at /.test(printed)) problems.push(`a stack trace at start: ${printed}`)
  if (lines.length > 3) problems.push(`${lines.length} lines at start: ${printed}`)
  if (!expected.test(printed)) problems.push(`no reason at start: ${printed}`)
  return problems
}
