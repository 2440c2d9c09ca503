import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Reads a password from the terminal without showing it, or the first line of piped input; empty when there is none.
 */
export async function askPassword(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: silent, terminal: isTerminal })
  if (isTerminal) process.stderr.write(question)
  try {
    const ended = once(reader, 'close').then(() => '')
    return await Promise.race([reader.question(''), ended])
  } finally {
    reader.close()
    if (isTerminal) process.stderr.write('\n')
  }
}
