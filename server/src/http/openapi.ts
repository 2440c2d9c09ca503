import type { NamedEndpoint } from '@dashboard/contract/all-endpoints'
import { ErrorAnswer } from '@dashboard/contract/answers'
import { type Answer, type Body, type Endpoint, isBinary } from '@dashboard/contract/endpoint'
import { installation } from '@dashboard/contract/installation'
import { productName } from '@dashboard/contract/product-name'
import { z } from 'zod'

type Json = Record<string, unknown>

const errorAnswers: Record<number, string> = {
  400: 'The input is not valid; `issues` says what is wrong where',
  401: 'No session or access token, or one that has ended',
  403: 'The role does not allow it, or the kind of access token',
  404: 'There is no such thing',
  409: 'The current state, or something that exists already, conflicts with it',
  410: 'The upload ticket has been used or has expired',
  413: 'The body is too large',
  415: 'The body is of another type than asked for, or compressed',
  422: 'The sheet cannot be read',
  429: 'Too many tries; `Retry-After` says when to try again',
  502: 'An outside system failed',
  503: 'The database cannot be reached at the moment, or the server is stopping',
  504: 'An outside system did not answer in time',
}

/** Returns the OpenAPI 3.1 description of the API, made from the contract's declarations. */
export function describeApi(
  endpoints: readonly NamedEndpoint[],
  { version, commit }: { version: string; commit: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: productName, version, description: `Version ${version}, commit ${commit}.` },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Made under Profile, for scripts. One that only reads is for calls by GET.',
        },
      },
      schemas: { Error: toSchema(ErrorAnswer, 'output') },
    },
  }
}

function describeEndpoint(endpoint: NamedEndpoint): Json {
  const { name, summary, tag, access, tokens, body, status, answer } = endpoint
  const isPublic = access === 'public'
  const words = summary.replaceAll('Locust', () => installation.outsideSystem)
  return {
    operationId: name,
    summary: access === 'admin' ? `${words} (administrators)` : words,
    tags: [tag],
    security: isPublic
      ? []
      : [{ session: [] }, ...(tokens === 'none' ? [] : [{ accessToken: [] }])],
    parameters: [
      ...describeParameters(endpoint.params, 'path'),
      ...describeParameters(endpoint.query, 'query'),
    ],
    ...(body && {
      requestBody: { required: !acceptsNothing(body), content: describeContent(body, 'input') },
    }),
    responses: {
      [status]: { description: 'Done', content: describeContent(answer, 'output') },
      ...describeErrors(endpoint),
    },
  }
}

/** Returns the errors that follow from the declaration, and those that the endpoint declares itself. */
function describeErrors(endpoint: Endpoint): Json {
  const { access, tokens, params, query, method, failures = [], versionedFor } = endpoint
  const hasBody = method !== 'GET'
  const possible: Record<number, boolean> = {
    // A body is parsed, and may be refused, also where the endpoint expects none.
    400: hasBody || Boolean(query),
    401: access !== 'public',
    403: access === 'admin' || (access !== 'public' && (hasBody || tokens !== undefined)),
    404: Boolean(params),
    409: hasBody && access !== 'public',
    413: hasBody,
    415: hasBody,
    429: hasBody && access !== 'public',
    503: true,
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const errors = Object.entries(errorAnswers)
    .filter(
      ([status]) => possible[Number(status)] || failures.some((each) => each === Number(status)),
    )
    .map(([status, description]) => [status, { description, content }])
  const unchanged = { description: 'As it was for this `If-None-Match`' }
  return { ...(versionedFor && { 304: unchanged }), ...Object.fromEntries(errors) }
}

/** Whether the body may be left out, since that counts as an empty object. */
function acceptsNothing(body: Body): boolean {
  return !isBinary(body) && body.safeParse({}).success
}

function describeContent(schema: Body | Answer, io: 'input' | 'output'): Json {
  if (isBinary(schema)) {
    return { [schema.binary]: { schema: { type: 'string', format: 'binary' } } }
  }
  return { 'application/json': { schema: toSchema(schema, io) } }
}

function describeParameters(schema: z.ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path' || !field.safeParse(undefined).success,
    schema: toSchema(field, 'input'),
  }))
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
