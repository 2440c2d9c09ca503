import bowser from 'bowser'

const knownBrowsers: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP))
const unknown = 'Unknown device'
/** No browser's own name is as long; what is longer would only cost time. */
const mostCharacters = 400

/** What a browser says it is, in words such as "Chrome on Windows" or "Safari on iPhone". */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return unknown
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, mostCharacters))
  const system = os.name === 'iOS' ? (platform.model ?? os.name) : os.name
  if (!system) return unknown
  // A browser that the library does not know has the name it gives itself, which may be any text.
  if (!browser.name || !knownBrowsers.has(browser.name)) return system
  return `${browser.name.replace(/ for Android$/, '')} on ${system}`
}
