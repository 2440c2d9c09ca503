/** What this browser has last seen of sample data, or the day on which the notice of it was dismissed. */
const storageKey = 'sample_data'

type Expected = 'yes' | 'no' | 'dismissed'

export function saveSampleData(state: Expected): void {
  localStorage.setItem(storageKey, state === 'dismissed' ? today() : state)
}

/** Returns whether the notice will probably be shown; a browser that has seen nothing expects it. */
export function sampleDataToExpect(): Expected {
  const stored = localStorage.getItem(storageKey)
  if (stored === today()) return 'dismissed'
  return stored === 'no' ? 'no' : 'yes'
}

function today(): string {
  return new Date().toDateString()
}
