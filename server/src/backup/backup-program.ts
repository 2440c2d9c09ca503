import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../backup.ts', import.meta.url))
const keptOutput = 2_000

/**
 * Runs `npm run backup -- --scheduled` in a process of its own, since it would keep the server from answering.
 * Answers why it failed, or `null` when the backup was made.
 */
export function runBackupProgram(signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, '--scheduled'], {
      signal,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said = `${said}${text}`.slice(-keptOutput)
    })
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => {
      resolve(code === 0 ? null : said.trim() || 'The program ended unexpectedly.')
    })
  })
}
