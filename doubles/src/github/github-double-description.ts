import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/**
 * Extracts the calls that this product makes from GitHub's published description, the npm package `@octokit/openapi`
 * (docs/decisions/0008-github-description.md). `--check` only compares; a version other than the present one may be
 * given.
 */

const packageName = '@octokit/openapi'
const target = fileURLToPath(new URL('./github-double-description.json', import.meta.url))
/** GitHub's own file, and the one of the Enterprise Server that the double can be. */
const entries = { github: 'api.github.com', ghes: 'ghes-3.17' }
const actions = '/repos/{owner}/{repo}/actions'
const operations: [string, 'get' | 'post'][] = [
  [`${actions}/workflows`, 'get'],
  [`${actions}/workflows/{workflow_id}/dispatches`, 'post'],
  [`${actions}/runs`, 'get'],
  [`${actions}/runs/{run_id}`, 'get'],
  [`${actions}/runs/{run_id}/jobs`, 'get'],
  [`${actions}/runs/{run_id}/cancel`, 'post'],
  [`${actions}/runs/{run_id}/force-cancel`, 'post'],
  [`${actions}/jobs/{job_id}/logs`, 'get'],
  ['/app/installations/{installation_id}/access_tokens', 'post'],
]
/** What the product reads of answers; nothing else is stored of them. */
const read: Record<string, string[]> = {
  workflow: ['path', 'state'],
  'workflow-dispatch-response': ['workflow_run_id', 'html_url'],
  'workflow-run': [
    'id',
    'path',
    'display_title',
    'run_attempt',
    'status',
    'conclusion',
    'html_url',
    'created_at',
    'updated_at',
    'run_started_at',
    'actor',
    'triggering_actor',
  ],
  'simple-user': ['login'],
  job: ['id', 'status', 'steps'],
  'installation-token': ['token', 'expires_at'],
}
/** Prose, and properties that are stated elsewhere. */
const prose = /^(x-.*|description|summary|title|examples?|externalDocs|tags|operationId)$/

const Description = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
})
type Description = z.infer<typeof Description>
const Answers = z.looseObject({ responses: z.record(z.string(), z.unknown()) })
const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()),
})

const [given, ...rest] = process.argv.slice(2)
const isCheck = given === '--check'
const version = (isCheck ? rest[0] : given) ?? readUsedVersion()
const { github, ghes } = download(version)
const { components, paths } = cutOut(github)
const enterpriseServer = onlyRequests(cutOut(ghes))
const cut = `${JSON.stringify({ package: packageName, version, paths, components, enterpriseServer })}\n`

if (!isCheck) writeFileSync(target, cut)
else if (normalize(readFileSync(target, 'utf8')) !== normalize(cut)) {
  process.stderr.write(`${packageName} ${version} describes other calls than the kept part.\n`)
  process.exitCode = 1
}

function readUsedVersion(): string {
  const StoredDescription = z.object({ version: z.string() })
  return StoredDescription.parse(JSON.parse(readFileSync(target, 'utf8'))).version
}

/** Returns the content without its layout: the formatter formats the stored file, and its version may differ. */
function normalize(text: string): string {
  return JSON.stringify({ ...Description.loose().parse(JSON.parse(text)), version: undefined })
}

function download(ofVersion: string): Record<keyof typeof entries, Description> {
  const folder = mkdtempSync(join(tmpdir(), 'github-description-'))
  try {
    const options: ExecFileSyncOptionsWithStringEncoding = {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }
    const file = execFileSync('npm', ['pack', '--silent', `${packageName}@${ofVersion}`], options)
    const read = (name: string) => {
      const entry = `package/generated/${name}.json`
      execFileSync('tar', ['-xzf', file.trim(), entry], options)
      return Description.parse(JSON.parse(readFileSync(join(folder, entry), 'utf8')))
    }
    return { github: read(entries.github), ghes: read(entries.ghes) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the operations with everything of what they refer to that is read, without prose. */
function cutOut(whole: Description): Description {
  const paths: Description['paths'] = {}
  for (const [path, method] of operations) {
    const operation = whole.paths[path]?.[method]
    if (operation === undefined) throw new Error(`${packageName} has no ${method} ${path}`)
    paths[path] = { [method]: withoutRefusals(withoutProse(operation)) }
  }
  const components: Description['components'] = {}
  const waiting = findReferences(paths)
  for (const reference of waiting) {
    const [kind = '', name = ''] = reference.replace('#/components/', '').split('/')
    const component = onlyRead(name, withoutProse(whole.components[kind]?.[name]))
    components[kind] = { ...components[kind], [name]: component }
    for (const further of findReferences(component)) waiting.add(further)
  }
  return { paths, components }
}

/** Leaves out refusals: of those only the message is read. */
function withoutRefusals(operation: unknown): object {
  const { responses, ...rest } = Answers.parse(operation)
  const kept = Object.entries(responses).filter(([status]) => Number(status) < 400)
  return { ...rest, responses: Object.fromEntries(kept) }
}

function onlyRead(name: string, component: unknown): unknown {
  const names = read[name]
  if (names === undefined) return component
  const { properties, required, ...rest } = ObjectSchema.parse(component)
  const kept = Object.entries(properties).filter(([property]) => names.includes(property))
  return {
    ...rest,
    properties: Object.fromEntries(kept),
    required: required.filter((property) => names.includes(property)),
  }
}

/** Returns what is asked, and the statuses of answers: their content is compared with GitHub's own description. */
function onlyRequests({ paths, components: { parameters = {} } }: Description): Description {
  const statuses = (_key: string, value: unknown) =>
    value instanceof Object && 'responses' in value && value.responses instanceof Object
      ? {
          ...value,
          responses: Object.fromEntries(Object.keys(value.responses).map((status) => [status, {}])),
        }
      : value
  const cutPaths = JSON.parse(JSON.stringify(paths, statuses))
  return { paths: cutPaths, components: { parameters } }
}

function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      // A property may be named "description"; prose is a text, or a list of examples.
      .filter(([key, inner]) => !prose.test(key) || isSchema(key, inner))
      .map(([key, inner]) => [key, withoutProse(inner)]),
  )
}

function isSchema(key: string, value: unknown): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !/^(x-.*|examples?|externalDocs)$/.test(key)
}

function findReferences(value: unknown): Set<string> {
  return new Set(JSON.stringify(value).match(/#\/components\/[^"]+/g) ?? [])
}
