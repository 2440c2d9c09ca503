import { ErrorAnswer } from '@dashboard/contract/answers'
import { type Answer, type Body, type Endpoint, isBinary } from '@dashboard/contract/endpoint'
import { productName } from '@dashboard/contract/limits'
import { z } from 'zod'

type Json = Record<string, unknown>

const errorAnswers: Record<number, string> = {
  400: 'The input is not valid; `issues` says what is wrong where',
  401: 'No session, or one that has ended',
  403: 'The role does not allow it',
  404: 'There is no such thing',
  409: 'The state of things, or something that exists already, stands against it',
  503: 'The database cannot be reached at the moment',
}

/** The OpenAPI 3.1 description of the API, made from the contract's declarations. */
export function describeApi(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: productName, version },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: toSchema(ErrorAnswer, 'output') },
    },
  }
}

function describeEndpoint(endpoint: Endpoint): Json {
  const { name, summary, tag, access, body, bodyOptional, status, answer } = endpoint
  const isPublic = access === 'public'
  return {
    operationId: name,
    summary: access === 'admin' ? `${summary} (administrators)` : summary,
    tags: [tag],
    security: isPublic ? [] : [{ session: [] }],
    parameters: [
      ...describeParameters(endpoint.params, 'path'),
      ...describeParameters(endpoint.query, 'query'),
    ],
    ...(body && {
      requestBody: { required: !bodyOptional, content: describeContent(body, 'input') },
    }),
    responses: {
      [status]: { description: 'Done', content: describeContent(answer, 'output') },
      ...describeErrors(endpoint),
    },
  }
}

function describeErrors({ access, params, query, body, method, name }: Endpoint): Json {
  const possible: Record<number, boolean> = {
    400: Boolean(body ?? query),
    401: access !== 'public' || name === 'login',
    403: access === 'admin' || name === 'login',
    404: Boolean(params),
    409: method !== 'GET' && access !== 'public',
    503: true,
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    Object.entries(errorAnswers)
      .filter(([status]) => possible[Number(status)])
      .map(([status, description]) => [status, { description, content }]),
  )
}

function describeContent(schema: Body | Answer, io: 'input' | 'output'): Json {
  if (isBinary(schema)) {
    return { [schema.binary]: { schema: { type: 'string', format: 'binary' } } }
  }
  return { 'application/json': { schema: toSchema(schema, io) } }
}

function describeParameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: toSchema(field, 'input'),
  }))
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
