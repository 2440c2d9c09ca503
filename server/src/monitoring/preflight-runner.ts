import { execFile } from 'node:child_process'
import { type PreflightCheck, PreflightChecks } from '@dashboard/contract/preflight'
import { readRunnerEnvironment } from '@dashboard/store/runner-environment'

/** Longer than the runner gives each of its checks. */
const timeoutMs = 45_000

/**
 * The runner's checks of spreadsheet and Locust: `runner check`, with the settings that
 * jobs on this machine get.
 */
export function checkByRunner(program: string): Promise<PreflightCheck[]> {
  const env = readRunnerEnvironment()
  const options = { timeout: timeoutMs, killSignal: 'SIGKILL' as const, env }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'check'], options, (error, stdout, stderr) => {
      const parsed = PreflightChecks.safeParse(error ? undefined : parseJson(stdout))
      resolve(parsed.success ? parsed.data.checks : [runnerBroken(stderr)])
    })
  })
}

function runnerBroken(stderr: string): PreflightCheck {
  const [line = ''] = stderr.split('\n').filter((each) => each.trim() !== '')
  return {
    name: 'Runner',
    ok: false,
    message: `The program that does the jobs cannot run here${line && `: ${line.slice(0, 300)}`}`,
    fix: 'Install the project again with npm ci, and start the server from its folder.',
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
