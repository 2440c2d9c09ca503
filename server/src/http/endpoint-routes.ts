import type { Readable } from 'node:stream'
import type { AuditAction } from '@dashboard/contract/audit-actions'
import {
  type Access,
  type Binary,
  type Endpoint,
  isBinary,
  type VersionedFor,
} from '@dashboard/contract/endpoint'
import { versionHeader } from '@dashboard/contract/health'
import type { VersionedData } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { type Scope, scopeOfUser } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Session, SignedInUser } from './access-check.ts'
import { withinRequest } from './answer-in-time.ts'
import { AppError, invalidInput } from './app-error.ts'
import { type Audit, auditOf } from './audit-trail.ts'
import { readTag, sendVersioned, VersionedBodies } from './versioned-answer.ts'

/** Room for the largest call: 5,000 congregation names. */
const signedInBodyBytes = 4 * 1024 * 1024
const publicBodyBytes = 64 * 1024

type Parsed<Schema> = Schema extends z.ZodNever
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : Schema extends Binary
      ? Readable
      : undefined

/** The actions that the endpoint declares; its handler can add no other to the audit log. */
type DeclaredAction<E extends Endpoint> = Extract<E['audit'] | ItemOf<E['audit']>, AuditAction>
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

type ByAccess<E extends Endpoint, Value> = E['access'] extends 'public' ? undefined : Value

/** The argument of a handler, typed from the declaration; a binary body is a stream. */
export interface Call<E extends Endpoint> {
  params: Parsed<NonNullable<E['params']>>
  query: Parsed<NonNullable<E['query']>>
  body: Parsed<NonNullable<E['body']>>
  /** The caller's row; `undefined` for public endpoints. */
  user: ByAccess<E, SignedInUser>
  session: ByAccess<E, Session>
  /** What the caller may see, by the user's row as it is now and not by the token. */
  scope: ByAccess<E, Scope>
  audit: Audit<DeclaredAction<E>>
  request: FastifyRequest
  reply: FastifyReply
}

/** The declared answer; a file is sent through the reply. */
type Answered<E extends Endpoint> = E['answer'] extends z.ZodType
  ? z.input<E['answer']>
  : FastifyReply

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answered<E>> | Answered<E>

/** Makes the answer of a call and returns the function that sends it. */
type Prepare<E extends Endpoint> = (call: Call<E>) => Promise<() => FastifyReply>

/**
 * Binds a declared endpoint to its handler. The declaration decides who may call it, and what comes in and goes out is
 * checked against it, so that an answer never has a key that is not declared.
 */
export function route<E extends Endpoint & { versionedFor?: undefined }>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void {
  bind(app, endpoint, async (call) => {
    const { reply } = call
    const answer = await handler(call)
    if (isBinary(endpoint.answer)) {
      // Awaiting a reply would wait until it has been sent, so it is returned inside a function.
      if (reply.raw.headersSent || reply.raw.destroyed) return () => reply
      throw new Error(`${endpoint.path} has not sent its file`)
    }
    const text = serialize(endpoint, answer)
    return () => reply.code(endpoint.status).type('application/json; charset=utf-8').send(text)
  })
}

/** What makes the answers of a versioned endpoint. */
export interface VersionedHandler<E extends Endpoint, Facts> {
  db: Db
  /** The data that the answer is made of. */
  reads: readonly VersionedData[]
  /** Runs for every request, even if nothing has changed. */
  onRequest?(call: Call<E>): void
  /** Returns what else the answer depends on, such as settings and the clock. */
  facts?(call: Call<E>): Promise<Facts> | Facts
  /** Makes the answer, from nothing but what is in its tag. */
  answer(known: Known<E, Facts>): Promise<Answered<E>> | Answered<E>
}

/** What the answer of a versioned endpoint may depend on: all of it is in the tag. */
interface Known<E extends Endpoint, Facts> extends Pick<Call<E>, 'params' | 'query' | 'scope'> {
  role: ByAccess<E, SignedInUser['role']>
  /** The caller; `undefined` where all callers of a role get the same answer. */
  userId: E['versionedFor'] extends 'role' | undefined ? undefined : string
  facts: Facts
  /** The data that is in the caller's scope. */
  visible: ScopedDb
}

/**
 * Binds an endpoint whose answers carry a tag. An answer is made, checked, serialized and compressed once for all who
 * ask with the same tag, and not at all for who has it.
 */
export function routeVersioned<
  E extends Endpoint & { access: Exclude<Access, 'public'>; versionedFor?: VersionedFor },
  Facts = undefined,
>(app: FastifyInstance, endpoint: E, handler: VersionedHandler<E, Facts>): void {
  const { db, reads } = handler
  const bodies = new VersionedBodies()
  bind(app, endpoint, async (call) => {
    const { params, query, scope, request, reply } = call as Call<Endpoint & { access: 'user' }>
    const { id, role } = (call as Call<Endpoint & { access: 'user' }>).user
    const userId = endpoint.versionedFor === 'caller' ? id : undefined
    handler.onRequest?.(call)
    const facts = (await handler.facts?.(call)) as Facts
    const tag = await readTag(db, reads, {
      path: endpoint.path,
      // Another program may answer the same data in another form.
      program: reply.getHeader(versionHeader),
      params,
      query,
      scope: scope.key,
      role,
      userId,
      facts,
    })
    const visible = within(db, scope)
    const known = { params, query, scope, role, userId, facts, visible } as Known<E, Facts>
    const makeText = async () => serialize(endpoint, await handler.answer(known))
    const body = await bodies.bodyFor(request, tag, makeText)
    return () => sendVersioned(reply, tag, body)
  })
}

function bind<E extends Endpoint>(app: FastifyInstance, endpoint: E, prepare: Prepare<E>): void {
  const { method, path, access, tokens } = endpoint
  const bindTo = (instance: FastifyInstance) =>
    instance.route({
      method,
      url: path,
      config: { access, ...(tokens && { tokens }) },
      bodyLimit: access === 'public' ? publicBodyBytes : signedInBodyBytes,
      handler: async (request, reply) => {
        const user = request.session?.user
        const call = {
          ...readInput(endpoint, request),
          session: request.session ?? undefined,
          user,
          scope: user && scopeOfUser(user),
          audit: auditOf(request),
          request,
          reply,
        } as unknown as Call<E>
        const sending = prepare(call)
        const send = await (hasOwnDeadlines(endpoint) ? sending : withinRequest(request, sending))
        return send()
      },
    })
  if (!isBinary(endpoint.body)) {
    bindTo(app)
    return
  }
  app.register(async (instance) => {
    instance.removeAllContentTypeParsers()
    // The body is not parsed: the handler reads the stream, since only the handler can tell how much to accept.
    instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    bindTo(instance)
  })
}

/**
 * Whether the endpoint may take longer than other calls. Reading data for a file has other deadlines, and sending the
 * file may take minutes.
 */
function hasOwnDeadlines({ waits, body, answer }: Endpoint): boolean {
  return waits === true || isBinary(body) || isBinary(answer)
}

function readInput(endpoint: Endpoint, request: FastifyRequest) {
  const { params, query, body } = endpoint
  return {
    params: params && readParams(params, request.params),
    query: query && parseInput(query, request.query),
    // A missing body counts as an empty object, so that the issues name each missing field.
    body: body && (isBinary(body) ? request.body : parseInput(body, request.body ?? {})),
  }
}

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (!result.success) throw invalidInput(result.error)
  return result.data
}

/**
 * Reads the parameters in the path. A value that cannot be right names something that does not exist, so this throws
 * 404 (docs/api.md#every-answer).
 */
function readParams(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  const isReadable = !Object.values(z.record(z.string(), z.string()).parse(value)).some((text) =>
    text.includes('\0'),
  )
  if (!result.success || !isReadable) throw new AppError(404, 'There is nothing at this address.')
  return result.data
}

/** Returns the answer as JSON, with only the keys that its declaration has. */
function serialize({ path, answer: declared }: Endpoint, answer: unknown): string {
  if (isBinary(declared)) throw new Error(`${path} sends a file`)
  const result = declared.safeParse(answer)
  if (!result.success) {
    throw new Error(`${path} does not answer what it declares`, { cause: result.error })
  }
  return JSON.stringify(result.data)
}
