import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job } from '@dashboard/contract/jobs'
import type { Random } from '../../torture-suite.ts'

/** One thing that goes wrong around the product, and is put right again. */
export interface Failure {
  name: string
  /** Why it cannot be tried on this machine; `undefined` when it can. */
  obstacle?(): string | undefined
  /** Returns what was not as it should be. */
  run(context: FailureContext): Promise<string[]>
}

export interface FailureContext {
  /** Removed afterwards. */
  dataDir: string
  random: Random
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

/** What only a programmer understands. */
const unclearText =
  /Something went wrong|ENOSPC|EACCES|EROFS|ENOTDIR|ECONNREFUSED|SQLITE_|SQL logic error|\n\s+at /

/** A refusal is 503 with a sentence that says what to do. */
export function refusalProblems(
  what: string,
  { status, body }: { status: number; body: unknown },
): string[] {
  const text = JSON.stringify(body)
  if (status < 400) return []
  if (status !== 503) return [`${what} was answered ${status}: ${text}`]
  return unclearText.test(text) ? [`${what} was refused unclearly: ${text}`] : []
}

/** A job that failed says why, in words for people. */
export function failedJobProblems(what: string, job: Job): string[] {
  if (job.status !== 'failed') return [`${what} is ${job.status}, though it could not work`]
  if (!job.error) return [`${what} failed without an error`]
  return unclearText.test(job.error) ? [`${what} failed unclearly: ${job.error}`] : []
}

export function completedJobProblems(what: string, job: Job): string[] {
  return job.status === 'completed' ? [] : [`${what}, tried again, ${job.status}: ${job.error}`]
}

/** One line (or few) and no stack, from a program that did not start. */
export function startFailureProblems(printed: string, expected: RegExp): string[] {
  const lines = printed.split('\n').filter((line) => line.trim() !== '')
  const problems: string[] = []
  // The first line is that of the spec which waited for the start.
  if (/\n\s+at /.test(printed)) problems.push(`a stack trace at start: ${printed}`)
  if (lines.length > 3) problems.push(`${lines.length} lines at start: ${printed}`)
  if (!expected.test(printed)) problems.push(`no reason at start: ${printed}`)
  return problems
}
