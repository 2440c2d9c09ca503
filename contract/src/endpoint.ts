import type { z } from 'zod'
import type { AuditAction } from './audit-actions.ts'

/**
 * Who may call an endpoint: everyone, any signed-in user, users who are not limited to circuits, or administrators
 * only. What any user may call gives a limited one only data of their own circuits, or data that belongs to no circuit.
 */
export type Access = 'public' | 'user' | 'unlimited' | 'admin'

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 502 | 504

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A body that is not JSON: a file sent or received as bytes of the named media type. */
export interface Binary {
  readonly binary: string
}

/** Who gets the same answer of a versioned endpoint: only the caller, or all callers of one role and scope. */
export type VersionedFor = 'caller' | 'role'

export type Audited = AuditAction | 'none'

export type Body = z.ZodType | Binary
export type Answer = z.ZodType | Binary

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  B extends Body = Body,
  A extends Answer = Answer,
  EndpointAccess extends Access = Access,
  Action extends Audited = Audited,
  Versioned extends VersionedFor | undefined = VersionedFor | undefined,
> {
  readonly summary: string
  /** The chapter of the API's description; that of the other endpoints of its file, unless it is declared. */
  readonly tag?: string
  readonly method: Method
  /** Contains `:name` for each path parameter. */
  readonly path: `/api/${string}`
  readonly access: EndpointAccess
  /**
   * Overrides which access tokens may make the call: `none` where a person must have signed in, `read` where a call
   * changes nothing although its method is not GET, `write` where a GET call costs much. Without this field, all tokens
   * may make GET calls, and only tokens with write access may make others.
   */
  readonly tokens?: 'none' | 'read' | 'write'
  /**
   * Entries that the call makes in the audit log, or that it makes none. Required for every call that changes something
   * or returns a file.
   */
  readonly audit?: Action | readonly Action[]
  readonly params?: Params
  readonly query?: Query
  /** May be left out altogether where an empty object is accepted. */
  readonly body?: B
  readonly status: 200 | 201 | 202
  readonly answer: A
  /**
   * Failure statuses that the other fields do not imply. Implied are 400, 413 and 415 with a body, 401 and 403 by
   * access, 404 with path parameters, 409 for a change, and 503 (docs/api.md#every-answer).
   */
  readonly failures?: readonly FailureStatus[]
  /**
   * The call waits for a job or for other systems, each with its own deadline, so its response may take longer than
   * that of other calls.
   */
  readonly waits?: true
  /** The response carries `ETag`, and a matching `If-None-Match` gets 304. */
  readonly versionedFor?: Versioned
}

/**
 * Declares one call of the API. The server binds it to a handler, the web app calls it, and the query key, the OpenAPI
 * description and the access test are derived from it. The method defaults to GET, the status to 200.
 */
export function defineEndpoint<
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  B extends Body = z.ZodNever,
  A extends Answer = Answer,
  EndpointAccess extends Access = Access,
  Action extends Audited = 'none',
  Versioned extends VersionedFor | undefined = undefined,
>(
  declaration: Omit<
    Endpoint<Params, Query, B, A, EndpointAccess, Action, Versioned>,
    'method' | 'status'
  > &
    Partial<Pick<Endpoint, 'method' | 'status'>>,
): Endpoint<Params, Query, B, A, EndpointAccess, Action, Versioned> {
  return { method: 'GET', status: 200, ...declaration }
}

export function isBinary(value: Body | Answer | undefined): value is Binary {
  return value !== undefined && 'binary' in value
}
