import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import description from './github-double-description.json' with { type: 'json' }
import type { GithubExchange } from './github-double-server.ts'

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

/**
 * Returns a function that compares requests and answers with GitHub's published description, with a sentence for each
 * mismatch.
 */
export function createConformance(): (exchange: GithubExchange) => string[] {
  const check = createCheck(false)
  // Address parameters are text, whatever their type.
  const checkText = createCheck('array')
  return (exchange) => {
    // Logs are on another host, which GitHub's description leaves out.
    if (exchange.call === 'log') return []
    const title = `${exchange.method} ${exchange.template}`
    const paths = z.record(z.string(), z.record(z.string(), Operation)).parse(description.paths)
    const operation = paths[exchange.template]?.[exchange.method.toLowerCase()]
    if (!operation) return [`${title} is not described`]
    return [
      ...checkAddress(title, operation, exchange, checkText),
      ...checkBody(title, operation, exchange, check),
      ...checkAnswer(title, operation, exchange, check),
    ]
  }
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

function checkAddress(title: string, operation: Operation, exchange: GithubExchange, check: Check) {
  const parameters = operation.parameters.map((one) => Parameter.parse(resolve(one)))
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

function checkBody(title: string, operation: Operation, exchange: GithubExchange, check: Check) {
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

function checkAnswer(title: string, operation: Operation, exchange: GithubExchange, check: Check) {
  const { status, answerBody } = exchange
  // "Not modified", refusals and rate limits are general rules of GitHub, not described for each call.
  const described = operation.responses[String(status)]
  if (described === undefined) {
    return status === 304 || status >= 400 ? [] : [`${title}: no answer ${status}`]
  }
  const schema = Response.parse(resolve(described)).content?.['application/json'].schema
  if (schema !== undefined) return check(`${title} ${status}`, schema, answerBody)
  return answerBody === undefined ? [] : [`${title}: ${status} has no body`]
}

function resolve(value: unknown): unknown {
  const reference = Reference.safeParse(value)
  if (!reference.success) return value
  const [kind = '', name = ''] = reference.data.$ref.replace('#/components/', '').split('/')
  const components: Record<string, Record<string, unknown> | undefined> = description.components
  return components[kind]?.[name]
}
