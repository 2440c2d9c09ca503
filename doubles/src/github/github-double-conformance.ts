import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import description from './github-double-description.json' with { type: 'json' }
import type { GithubExchange, GithubVersion } from './github-double-exchange.ts'

const Content = z.object({ 'application/json': z.object({ schema: z.unknown() }) })
const Reference = z.object({ $ref: z.string() })
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: z.unknown(),
})
const Operation = z.object({
  parameters: z.array(z.union([Reference, Parameter])),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
})
type Operation = z.infer<typeof Operation>

const Version = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ parameters: z.record(z.string(), Parameter) }),
})
const described: Record<GithubVersion, z.infer<typeof Version>> = {
  'github.com': Version.parse(description),
  'ghes-3.17': Version.parse(description.enterpriseServer),
}

type Asked = Omit<GithubExchange, 'status' | 'answerBody' | 'at' | 'requestHeaders'>

/**
 * Compares a request with the published description of a version, unknown names included; returns a sentence for each
 * mismatch.
 */
export function findRequestProblems(asked: Asked): string[] {
  if (isOfLogs(asked)) return []
  const operation = findOperation(asked)
  if (!operation) return [`${titleOf(asked)} is not described`]
  return [...checkAddress(operation, asked), ...checkBody(operation, asked)]
}

function checkAddress(operation: Operation, asked: Asked): string[] {
  const title = titleOf(asked)
  const { parameters: known } = described[asked.version].components
  const parameters = operation.parameters.flatMap((one) =>
    '$ref' in one ? (known[lastPart(one.$ref)] ?? []) : one,
  )
  const inQuery = parameters.filter((one) => one.in === 'query')
  const unknown = Object.keys(asked.query).filter(
    (name) => !inQuery.some((parameter) => parameter.name === name),
  )
  const problems = unknown.map((name) => `${title}: no parameter "${name}"`)
  for (const parameter of inQuery) {
    const value = asked.query[parameter.name]
    if (value === undefined && !parameter.required) continue
    problems.push(...checkText(`${title}?${parameter.name}`, parameter.schema, value))
  }
  const named = parameters.find((one) => one.in === 'path' && !['owner', 'repo'].includes(one.name))
  if (named) problems.push(...checkText(`${title} ${named.name}`, named.schema, asked.name))
  return problems
}

function checkBody(operation: Operation, asked: Asked): string[] {
  const title = titleOf(asked)
  const schema = operation.requestBody?.content['application/json'].schema
  if (schema === undefined)
    return asked.requestBody === undefined ? [] : [`${title}: takes no body`]
  const { properties } = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(schema)
  const sent = z.record(z.string(), z.unknown()).parse(asked.requestBody ?? {})
  const extra = Object.keys(sent).filter((key) => !(key in properties))
  const problems = extra.map((key) => `${title}: no field "${key}" in the body`)
  return [...problems, ...checkJson(`${title} body`, schema, sent)]
}

/** Compares an answer with the published description; returns a sentence for each mismatch. */
export function findAnswerProblems(exchange: GithubExchange): string[] {
  if (isOfLogs(exchange)) return []
  const { status, answerBody, version } = exchange
  const title = titleOf(exchange)
  const operation = findOperation(exchange)
  if (!operation) return [`${title} is not described`]
  const expected = operation.responses[status]
  // "Not modified", refusals and rate limits are general rules of GitHub, not described for each call.
  if (!expected) return status === 304 || status >= 400 ? [] : [`${title}: no answer ${status}`]
  const schema = expected.content?.['application/json'].schema
  if (schema !== undefined) return checkJson(`${title} ${status}`, schema, answerBody)
  // Of an Enterprise Server only requests and statuses are stored.
  const hasNoBody = version === 'github.com' && answerBody !== undefined
  return hasNoBody ? [`${title}: ${status} has no body`] : []
}

/** Logs are on another host, which GitHub's description leaves out. */
function isOfLogs({ call }: Asked): boolean {
  return call === 'log'
}

function findOperation({ method, template, version }: Asked): Operation | undefined {
  return described[version].paths[template]?.[method.toLowerCase()]
}

function titleOf({ method, template }: Asked): string {
  return `${method} ${template}`
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

type Check = (what: string, schema: unknown, value: unknown) => string[]

const checkJson = createCheck(false)
/** Parts of an address are text, whatever their type. */
const checkText = createCheck('array')

function createCheck(coerceTypes: false | 'array'): Check {
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'github', ...forValidator({ components: description.components }) })
  const compiled = new Map<unknown, ValidateFunction>()
  return (what, schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(forValidator(schema))
    compiled.set(schema, validate)
    validate(value)
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${what}${instancePath} ${message}`,
    )
  }
}

/** Rewrites references to the place where the description was added. */
function forValidator(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"github#/components/'))
}
