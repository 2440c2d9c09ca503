type Values = Readonly<Record<string, string | undefined>>
/** A list becomes the same parameter several times. */
export type QueryValues = Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns the address of an endpoint, with the `:name` parts of its path and its query filled in. */
export function endpointUrl(path: string, params: Values = {}, query: QueryValues = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(given(params, name)),
  )
  const search = toSearchParams(query)
  return search.size === 0 ? filled : `${filled}?${search}`
}

export function toSearchParams(query: QueryValues): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of value === undefined ? [] : [value].flat()) search.append(name, each)
  }
  return search
}

/** Returns the path's segments, parameters filled in: `/api/jobs/:id` → `['api', 'jobs', '7']`. */
export function pathSegments(path: string, params: Values = {}): string[] {
  const [, ...segments] = path.split('/')
  return segments.map((each) => (each.startsWith(':') ? given(params, each.slice(1)) : each))
}

function given(params: Values, name: string): string {
  const value = params[name]
  if (value === undefined || value === '') throw new Error(`Path parameter "${name}" is missing`)
  return value
}
