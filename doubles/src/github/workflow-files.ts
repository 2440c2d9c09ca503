import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Values that a repository stores under Settings → Secrets and variables → Actions. */
export interface RepositorySettings {
  secrets: Record<string, string>
  variables: Record<string, string>
}

/** The last step of a run: a program's arguments, and its environment. */
export interface RunCommand {
  /** Arguments without `node` itself. */
  args: string[]
  environment: Record<string, string>
}

const folder = new URL('../../../.github/workflows/', import.meta.url)

function readWorkflow(file: string): string {
  return readFileSync(fileURLToPath(new URL(file, folder)), 'utf8')
}

/**
 * Returns the last step of `.github/workflows/<file>` with all expressions replaced as GitHub does: a secret, variable
 * or input that is not set becomes an empty text.
 * @throws for an unknown expression.
 */
export function readRunCommand(
  file: string,
  inputs: Record<string, string>,
  { secrets, variables }: RepositorySettings,
): RunCommand {
  const job = readWorkflow('run-job.yml')
  const caller = readWorkflow(file)
  const given = { ...readDefaults(caller), ...inputs }
  const passed = mapValues(readBlock(caller, 'with'), (text) => fill(text, { inputs: given }))
  const known = { inputs: { ...readDefaults(job), ...passed }, secrets, vars: variables }
  const environment = mapValues(readBlock(job, 'env'), (text) => fill(text, known))
  const [, command = ''] = /run: exec node (.+)$/m.exec(job) ?? []
  const args = command
    .split(' ')
    .map((word) => word.replace(/^"\$(\w+)"$/, (_, name: string) => environment[name] ?? ''))
  return { args, environment }
}

/** Returns the lines below a key, up to the first that is not indented further, without comments. */
function readBlock(text: string, key: string): Record<string, string> {
  const lines = text.split('\n')
  // Uses the last match: "with" also occurs below each action.
  const start = lines.findLastIndex((line) => line.trim() === `${key}:`)
  const indent = indentOf(lines[start] ?? '')
  const entries: [string, string][] = []
  for (const line of lines.slice(start + 1)) {
    if (line.trim() !== '' && indentOf(line) <= indent) break
    const [, name, value = ''] = /^ *(\w+): (.*)$/.exec(line) ?? []
    if (name !== undefined) entries.push([name, value])
  }
  return Object.fromEntries(entries)
}

function readDefaults(text: string): Record<string, string> {
  const inputs = text.matchAll(/^ {6}(\w+):\n(?: {8}.*\n)*? {8}default: (.+)$/gm)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, value]))
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function fill(text: string, known: Record<string, Record<string, string>>): string {
  return text.replace(/\$\{\{(.+?)\}\}/g, (_, expression: string) => {
    const [, context = '', name = ''] = /^ (\w+)\.(\w+) $/.exec(expression) ?? []
    const values = known[context]
    if (!values) throw new Error(`The double cannot evaluate "${expression.trim()}"`)
    return values[name] ?? ''
  })
}

function mapValues(values: Record<string, string>, change: (value: string) => string) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
