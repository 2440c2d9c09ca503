const maxKeys = 50

/**
 * Returns a function that computes the value of a key once for each version of the data, for all callers. A failure is
 * not kept.
 */
export function cacheNewest<Value>() {
  const cache = new Map<string, { version: string; value: Promise<Value> }>()
  return (key: string, version: string, make: () => Promise<Value>): Promise<Value> => {
    const known = cache.get(key)
    if (known?.version === version) return known.value
    if (cache.size >= maxKeys) cache.clear()
    const made = { version, value: make() }
    cache.set(key, made)
    made.value.catch(() => {
      if (cache.get(key) === made) cache.delete(key)
    })
    return made.value
  }
}
