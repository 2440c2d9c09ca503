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
  responses: z.record(z.string(), z.union([Reference, z.object({ content: Content.optional() })])),
})
const Response = z.object({ content: Content.optional() })

const Paths = z.record(z.string(), z.record(z.string(), Operation))
const { parameters: _, ...shared } = description.components
const described = {
  'github.com': { paths: Paths.parse(description.paths), components: description.components },
  'ghes-3.17': {
    paths: Paths.parse(description.enterpriseServer.paths),
    components: { ...shared, ...description.enterpriseServer.components },
  },
}
type Described = (typeof described)[GithubVersion]

let checks: { json: Check; text: Check } | undefined

type Asked = Omit<GithubExchange, 'status' | 'answerBody' | 'at' | 'requestHeaders'>

/**
 * Compares a request with the published description of a version, unknown names included; returns a sentence for each
 * mismatch.
 */
export function findRequestProblems(asked: Asked): string[] {
  return inspect(asked, (title, operation, by, { json, text }) => [
    ...checkAddress({ title, operation, by, check: text }, asked),
    ...checkBody(title, operation, asked, json),
  ])
}

/** Compares an answer with the published description; returns a sentence for each mismatch. */
export function findAnswerProblems(exchange: GithubExchange): string[] {
  return inspect(exchange, (title, operation, by, { json }) =>
    checkAnswer({ title, operation, by, check: json }, exchange),
  )
}

type Inspect = (
  title: string,
  operation: Operation,
  by: Described,
  checks: { json: Check; text: Check },
) => string[]

function inspect({ call, method, template, version }: Asked, find: Inspect): string[] {
  // Logs are on another host, which GitHub's description leaves out.
  if (call === 'log') return []
  // Address parameters are text, whatever their type.
  checks ??= { json: createCheck(false), text: createCheck('array') }
  const by = described[version]
  const title = `${method} ${template}`
  const operation = by.paths[template]?.[method.toLowerCase()]
  return operation ? find(title, operation, by, checks) : [`${title} is not described`]
}

type Check = (what: string, schema: unknown, value: unknown) => string[]
type Operation = z.infer<typeof Operation>

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

/** Rewrites references to the place where the description was added, and adds null to the values that allow it. */
function forValidator(schema: unknown): object {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"github#/components/')
  return JSON.parse(text, (_key, value) =>
    value?.nullable && Array.isArray(value.enum)
      ? { ...value, enum: [...value.enum, null] }
      : value,
  )
}

interface Comparison {
  title: string
  operation: Operation
  by: Described
  check: Check
}

function checkAddress({ title, operation, by, check }: Comparison, exchange: Asked) {
  const parameters = operation.parameters.map((one) => Parameter.parse(resolve(by, one)))
  const inQuery = parameters.filter((one) => one.in === 'query')
  const unknown = Object.keys(exchange.query).filter(
    (name) => !inQuery.some((parameter) => parameter.name === name),
  )
  const problems = unknown.map((name) => `${title}: no parameter "${name}"`)
  for (const parameter of inQuery) {
    const value = exchange.query[parameter.name]
    if (value === undefined && !parameter.required) continue
    problems.push(...check(`${title}?${parameter.name}`, parameter.schema, value))
  }
  const named = parameters.find((one) => one.in === 'path' && !['owner', 'repo'].includes(one.name))
  if (named) problems.push(...check(`${title} ${named.name}`, named.schema, exchange.name))
  return problems
}

function checkBody(title: string, operation: Operation, exchange: Asked, check: Check) {
  const schema = operation.requestBody?.content['application/json'].schema
  if (schema === undefined) {
    return exchange.requestBody === undefined ? [] : [`${title}: takes no body`]
  }
  const { properties } = z.object({ properties: z.record(z.string(), z.unknown()) }).parse(schema)
  const sent = z.record(z.string(), z.unknown()).parse(exchange.requestBody ?? {})
  const extra = Object.keys(sent).filter((key) => !(key in properties))
  const problems = extra.map((key) => `${title}: no field "${key}" in the body`)
  return [...problems, ...check(`${title} body`, schema, sent)]
}

function checkAnswer({ title, operation, by, check }: Comparison, exchange: GithubExchange) {
  const { status, answerBody } = exchange
  // "Not modified", refusals and rate limits are general rules of GitHub, not described for each call.
  const expected = operation.responses[String(status)]
  if (expected === undefined) {
    return status === 304 || status >= 400 ? [] : [`${title}: no answer ${status}`]
  }
  const schema = Response.parse(resolve(by, expected)).content?.['application/json'].schema
  if (schema !== undefined) return check(`${title} ${status}`, schema, answerBody)
  // Of an Enterprise Server only requests and statuses are stored.
  return by === described['ghes-3.17'] || answerBody === undefined
    ? []
    : [`${title}: ${status} has no body`]
}

function resolve({ components }: Described, value: unknown): unknown {
  const reference = Reference.safeParse(value)
  if (!reference.success) return value
  const [kind = '', name = ''] = reference.data.$ref.replace('#/components/', '').split('/')
  const kinds: Record<string, Record<string, unknown> | undefined> = components
  return kinds[kind]?.[name]
}
