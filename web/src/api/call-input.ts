import type { Answer, Binary, Endpoint } from '@dashboard/contract/endpoint'
import type { z } from 'zod'
import type { QueryValues } from './endpoint-url.ts'

/** A file that the server sent, under the name that the server gave it. */
export interface FileAnswer {
  blob: Blob
  fileName: string | undefined
}

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never

/** A part of the input: absent when the endpoint declares none, optional when it may be empty. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Record<never, never> extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value }

type BodyOf<E extends Endpoint> =
  NonNullable<E['body']> extends Binary ? Blob : InputOf<NonNullable<E['body']>>

/** Path parameters and query of an endpoint, as its contract types them. */
type UrlInput<E extends Endpoint> = Part<'params', InputOf<NonNullable<E['params']>>> &
  Part<'query', InputOf<NonNullable<E['query']>>>

type CallInput<E extends Endpoint> = UrlInput<E> &
  Part<'body', BodyOf<E>> & { signal?: AbortSignal }

export type UrlArguments<E extends Endpoint> =
  Record<never, never> extends UrlInput<E> ? [input?: UrlInput<E>] : [input: UrlInput<E>]

export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export type AnswerOf<A extends Answer> = A extends z.ZodType ? z.output<A> : FileAnswer

/** The arguments of `call` without the types of an endpoint. */
export interface LooseInput {
  params?: Readonly<Record<string, string>>
  query?: QueryValues
  body?: unknown
  signal?: AbortSignal
}
