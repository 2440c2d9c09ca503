import type { Endpoint } from '@dashboard/contract/endpoint'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { call } from './call.ts'
import type { AnswerOf, CallArguments, LooseInput, UrlArguments } from './call-input.ts'
import { pathSegments } from './endpoint-url.ts'

/**
 * Returns query options for a GET endpoint. The key is the path's segments, then the query if there is one: `['api',
 * 'jobs', { limit: '100' }]`, so that a shorter path is a prefix of all below it.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, ...[input]: UrlArguments<E>) {
  const { params, query } = (input ?? {}) as LooseInput
  const segments = pathSegments(endpoint.path, params)
  return queryOptions({
    queryKey: (query === undefined ? segments : [...segments, query]) as QueryKey,
    queryFn: ({ signal }): Promise<AnswerOf<E['answer']>> =>
      call(endpoint, ...([{ params, query, signal }] as unknown as CallArguments<E>)),
    // When the session ends, all data that is not public is dropped.
    meta: { access: endpoint.access },
  })
}

/** Returns the options to read a list page by page; the rows of other filters stay until the first have arrived. */
export function endpointPages<E extends Endpoint>(endpoint: E, ...[input]: UrlArguments<E>) {
  const { params, query } = (input ?? {}) as LooseInput
  return infiniteQueryOptions({
    queryKey: [...pathSegments(endpoint.path, params), { ...query }, 'pages'] as QueryKey,
    queryFn: ({ pageParam: cursor, signal }): Promise<Page<E>> =>
      call(
        endpoint,
        ...([{ params, query: { ...query, cursor }, signal }] as unknown as CallArguments<E>),
      ) as Promise<Page<E>>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Page<E>) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { access: endpoint.access },
  })
}

type Page<E extends Endpoint> = AnswerOf<E['answer']> & { nextCursor: string | null }

/** Returns the key of everything under a path of the API, to invalidate: `pathKey('/api/jobs')`. */
export function pathKey(path: `/api/${string}`): QueryKey {
  return pathSegments(path)
}
