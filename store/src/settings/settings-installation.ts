import { type Installation, installation } from '@dashboard/contract/installation'

/** The defaults of the specification. */
export const defaultInstallation: Installation = { ...installation }

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

export function readInstallation(variables: {
  TIME_ZONE: string
  OUTSIDE_SYSTEM_NAME: string
}): Installation {
  const timeZone = variables.TIME_ZONE
  const isDefault = timeZone === defaultInstallation.timeZone
  const zoneNames = isDefault ? defaultInstallation.zoneNames : findZoneNames(timeZone)
  return { outsideSystem: variables.OUTSIDE_SYSTEM_NAME, timeZone, zoneNames }
}

/** English locales: the short name of a zone is often known only in the English of those who live there. */
const locales = ['en-US', 'en-GB', 'en-AU', 'en-CA', 'en-IN', 'en-ZA'] as const

/**
 * Returns the short names of a zone: one for the whole year (`CT`) where there is one, otherwise one for each offset
 * (`CET`, `CEST`).
 */
function findZoneNames(timeZone: string): Record<string, string> {
  const year = new Date().getUTCFullYear()
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(year, month, 15))
  const names = months.map((at) => {
    const candidates = [
      nameOf('en-US', timeZone, 'shortGeneric', at),
      ...locales.map((locale) => nameOf(locale, timeZone, 'short', at)),
    ]
    const american = nameOf('en-US', timeZone, 'short', at)
    return [american, candidates.find((name) => /^[A-Z]{2,5}$/.test(name)) ?? american]
  })
  return Object.fromEntries(names)
}

function nameOf(
  locale: string,
  timeZone: string,
  timeZoneName: 'short' | 'shortGeneric',
  at: number,
): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
