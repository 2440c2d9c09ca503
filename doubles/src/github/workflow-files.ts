import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Reads the workflows of this repository, which the double has too. */

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

type Values = Record<string, string>

const folder = new URL('../../../.github/workflows/', import.meta.url)
const read = (file: string) => parse(readFileSync(new URL(file, folder), 'utf8'))

/** What all workflows call. */
const { on: called, jobs } = read('run-job.yml')
const steps: { name: string; run?: string; env?: Values }[] = jobs.run.steps

export const stepNames = ['Set up job', ...steps.map(({ name }) => name), 'Complete job']

/** Returns the workflows that can be started. */
export function readWorkflows() {
  return readdirSync(folder).flatMap((file) => {
    const { name, 'run-name': title, on } = read(file)
    if (!on.workflow_dispatch) return []
    return {
      file,
      name: String(name),
      inputs: Object.keys(on.workflow_dispatch.inputs),
      /** Returns the evaluated `run-name`. */
      titleOf: (inputs: Values, actor: string) => fill(title, { inputs, github: { actor } }),
    }
  })
}

/**
 * Returns the last step of `.github/workflows/<file>` with all expressions replaced as GitHub does: a secret, variable
 * or input that is not set becomes an empty text.
 * @throws for an unknown expression.
 */
export function readRunCommand(
  file: string,
  inputs: Values,
  { secrets, variables }: RepositorySettings,
): RunCommand {
  const caller = read(file)
  const given = { ...defaultsOf(caller.on.workflow_dispatch), ...inputs }
  const passed = mapValues<string>(caller.jobs.job.with, (text) => fill(text, { inputs: given }))
  const known = {
    inputs: { ...defaultsOf(called.workflow_call), ...passed },
    secrets,
    vars: variables,
  }
  const { run = '', env = {} } = steps.at(-1) ?? {}
  const environment = mapValues(env, (text) => fill(text, known))
  const args = run
    .replace('exec node ', '')
    .split(' ')
    .map((word) => word.replace(/^"\$(\w+)"$/, (_, name: string) => environment[name] ?? ''))
  return { args, environment }
}

function defaultsOf({ inputs }: { inputs: Record<string, { default?: string }> }): Values {
  return mapValues(inputs, (input) => input.default ?? '')
}

function fill(text: string, known: Record<string, Values>): string {
  return text.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
    const [, context = '', name = '', otherwise] =
      /^(\w+)\.(\w+)( \|\| format\('by \{0\}', github\.actor\))?$/.exec(expression) ?? []
    const values = known[context]
    if (!values) throw new Error(`The double cannot evaluate "${expression}"`)
    return values[name] || (otherwise ? `by ${known.github?.actor}` : '')
  })
}

function mapValues<T>(values: Record<string, T>, change: (value: T) => string): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
