import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { compileCache } from '@dashboard/doubles/compile-cache'
import { expect, onTestFinished } from 'vitest'

/** Starts the server's programs for tests, as an operator does. */

const program = (name: string) => fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url))

/** Makes a program one of a version with a later schema. */
export const withInventedMigration = {
  NODE_OPTIONS: `--import ${new URL('with-invented-migration.ts', import.meta.url)}`,
}

export interface Run {
  child: ChildProcessWithoutNullStreams
  output(): string
  ended: Promise<unknown>
}

/** Starts a program whose environment contains only `settings`; `words` are its arguments. */
export function run(
  name: 'main' | 'admin' | 'backup' | 'restore',
  settings: Record<string, string>,
  ...words: (string | { uid?: number; gid?: number })[]
): Run {
  const environment = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...compileCache,
  }
  const identity = words.find((word) => typeof word === 'object')
  const texts = words.filter((word) => typeof word === 'string')
  const child = spawn(process.execPath, [program(name), ...texts], {
    ...identity,
    env: { ...environment, ...settings },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  return { child, output: () => output, ended: once(child, 'exit').then(([code]) => code) }
}

/** Returns the address, and the rest of what a server prints when it is ready. */
export async function ready(server: Run) {
  await expect.poll(server.output).toMatch(/is ready at .*\n(.*\n)*.*LOCUST_URL/)
  const [, address = ''] = /is ready at (\S+)/.exec(server.output()) ?? []
  return { address, said: server.output() }
}
