import type { z } from 'zod'

/**
 * Who may call an endpoint: everyone, any signed-in user, or administrators only
 * (docs/behavior.md#roles).
 */
export type Access = 'public' | 'user' | 'admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Something that is not JSON: a file sent or received as bytes of the named media type. */
export interface Binary {
  readonly binary: string
}

export type Body = z.ZodType | Binary
export type Answer = z.ZodType | Binary

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  B extends Body = Body,
  A extends Answer = Answer,
  Who extends Access = Access,
> {
  readonly name: string
  readonly summary: string
  readonly tag: string
  readonly method: Method
  /** With `:name` for each path parameter. */
  readonly path: `/api/${string}`
  readonly access: Who
  readonly params?: Params
  readonly query?: Query
  readonly body?: B
  /** The body may be left out altogether. */
  readonly bodyOptional?: boolean
  readonly status: 200 | 201 | 202
  readonly answer: A
}

type Declaration<
  Params extends z.ZodType,
  Query extends z.ZodType,
  B extends Body,
  A extends Answer,
  Who extends Access,
> = Omit<Endpoint<Params, Query, B, A, Who>, 'status'> & { status?: 200 | 201 | 202 }

/**
 * Declares one call of the API. The server binds it to a handler, the web calls it, and the
 * query key, the OpenAPI description and the access test are derived from it. Status defaults to 200.
 */
export function defineEndpoint<
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  B extends Body = z.ZodNever,
  A extends Answer = Answer,
  Who extends Access = Access,
>(declaration: Declaration<Params, Query, B, A, Who>): Endpoint<Params, Query, B, A, Who> {
  return { status: 200, ...declaration }
}

export function isBinary(value: Body | Answer | undefined): value is Binary {
  return value !== undefined && 'binary' in value
}
