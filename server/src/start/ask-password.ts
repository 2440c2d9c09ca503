import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Reads a password from the terminal without showing it, or the first line of piped input. */
export async function askPassword(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  if (isTerminal) process.stderr.write(question)
  try {
    return await reader.question('')
  } finally {
    reader.close()
    if (isTerminal) process.stderr.write('\n')
  }
}
