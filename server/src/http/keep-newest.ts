const mostKeys = 50

/**
 * Returns a function that makes the value of a key once for each version of the data, for all who ask. A failure is not
 * kept.
 */
export function keepNewest<Value>() {
  const kept = new Map<string, { version: string; value: Promise<Value> }>()
  return (key: string, version: string, make: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key)
    if (known?.version === version) return known.value
    if (kept.size >= mostKeys) kept.clear()
    const made = { version, value: make() }
    kept.set(key, made)
    made.value.catch(() => {
      if (kept.get(key) === made) kept.delete(key)
    })
    return made.value
  }
}
