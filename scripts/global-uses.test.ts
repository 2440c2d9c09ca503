import { expect, it } from 'vitest'
import { environmentReads, networkUses } from './global-uses.ts'
import { parseSource } from './source-tree.ts'

const environment = (...lines: string[]) =>
  environmentReads(parseSource('planted.ts', lines.join('\n')))
const network = (...lines: string[]) => networkUses(parseSource('planted.tsx', lines.join('\n')))

it.each([
  'start(process.env.HOME)',
  "start(process['env'].HOME)",
  'start(process[`env`])',
  "start(process['e' + 'nv'])",
  'start(process?.env)',
  'start((process as unknown as Box).env)',
  'start(process!.env.HOME)',
  'start(globalThis.process.env)',
  "start(globalThis['process']['env'])",
  'start(global.process.env)',
  'const { env } = process',
  'const { env: settings } = process',
  'const { exit, ...others } = process',
  'const { [name]: value } = process',
  'const { process } = globalThis',
  'const { process: { env } } = globalThis',
  '({ env } = process)',
  'const p = process',
  'start(process)',
  'start({ process })',
  'start({ ...process })',
  "start(Reflect.get(process, 'env'))",
  'const world = globalThis',
  "import { env } from 'node:process'",
  "import { env as settings } from 'process'",
  "export { env } from 'node:process'",
  "export * from 'node:process'",
  "start(require('process').env)",
  "start((await import('node:process')).env)",
  "start(process.getBuiltinModule('process').env)",
  'const start = (environment = process.env) => environment',
])('sees that the environment is read: %s', (line) => {
  expect(environment('const before = 1', line)).toEqual([2])
})

it('follows the names under which process is imported', () => {
  const line = 'start(p.env)'
  expect(environment("import p from 'node:process'", line)).toEqual([2])
  expect(environment("import * as p from 'process'", line)).toEqual([2])
  expect(environment("import { default as p } from 'process'", line)).toEqual([2])
})

it.each([
  'process.exit(1)',
  'start(process.argv, process.platform)',
  "process.on('SIGTERM', end)",
  'const { argv, pid } = process',
  "import { stdout } from 'node:process'",
  'function start(environment: NodeJS.ProcessEnv) {}',
  'type Environment = typeof process.env',
  "spawn('node', [], { env: { PATH: '/bin' } })",
  "const isNode = typeof process !== 'undefined'",
  'const text = "process.env"',
  '// process.env',
  'child.process.env',
])('sees no reading of the environment in: %s', (line) => {
  expect(environment(line)).toEqual([])
})

it.each([
  "fetch('/api/jobs')",
  "void fetch('/api/jobs')",
  "window.fetch('/api/jobs')",
  "window?.fetch('/api/jobs')",
  "globalThis.fetch('/api/jobs')",
  "globalThis['fetch']('/api/jobs')",
  "self.fetch('/api/jobs')",
  "window.window.fetch('/api/jobs')",
  "(0, fetch)('/api/jobs')",
  "(0, window.fetch)('/api/jobs')",
  'const ask = fetch',
  'const ask = window.fetch.bind(window)',
  'const { fetch } = window',
  'const { fetch: ask } = globalThis',
  'const { ...all } = window',
  'const browser = window',
  'window[name](url)',
  'call({ fetch })',
  'call(fetch)',
  'const call = (ask = fetch) => ask(url)',
  'const found = urls.map(fetch)',
  'new XMLHttpRequest()',
  'new window.XMLHttpRequest()',
  "new EventSource('/api/jobs')",
  "new WebSocket('/api/jobs')",
  "navigator.sendBeacon('/api/jobs', text)",
  "navigator['sendBeacon']('/api/jobs', text)",
  'const { sendBeacon } = navigator',
  'const button = <button onClick={() => fetch(url)} />',
])('sees a request: %s', (line) => {
  expect(network('const before = 1', line)).toEqual([2])
})

it.each([
  "const failures = { fetch: 'Failed to fetch users' }",
  'show(failures.fetch)',
  'client.fetchQuery(query)',
  "window.open('', '_blank')",
  "window.addEventListener('focus', refresh)",
  'const link = <a href={url}>fetch</a>',
  'type Fetch = typeof fetch',
  'let ask: typeof window.fetch',
  'const top = rows[first]\nshow(top[0] * 2)',
  "const hasBeacon = typeof EventSource === 'function'",
])('sees no request in: %s', (line) => {
  expect(network(line)).toEqual([])
})
