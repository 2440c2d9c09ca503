import { type Installation, installation } from '@dashboard/contract/installation'

/** As the specification has it. */
export const defaultInstallation: Installation = { ...installation }

/** Whether a name is one of the time zone database. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** What every sentence of this installation says, from its settings. */
export function readInstallation(variables: {
  TIME_ZONE: string
  OUTSIDE_SYSTEM_NAME: string
  DEMO: '0' | '1'
}): Installation {
  const timeZone = variables.TIME_ZONE
  const isDefault = timeZone === defaultInstallation.timeZone
  const zoneNames = isDefault ? defaultInstallation.zoneNames : findZoneNames(timeZone)
  const isDemo = variables.DEMO === '1'
  return { outsideSystem: variables.OUTSIDE_SYSTEM_NAME, timeZone, zoneNames, isDemo }
}

/** Those who live in a zone have a name for it that others do not know. */
const locales = ['en-US', 'en-GB', 'en-AU', 'en-CA', 'en-IN', 'en-ZA'] as const

/** The short names of a zone: one for the whole year (`CT`) where there is one, else one for each offset (`CET`, `CEST`). */
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
