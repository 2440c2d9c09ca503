/** Settings of an installation that appear in its texts (docs/settings.md). */
export interface Installation {
  /** Name of the system that volunteers are exported from. */
  outsideSystem: string
  /** Time zone of all times shown, and of schedules and backups. */
  timeZone: string
  /** Short names of the zone, keyed by its name in American English: `CEST` for `GMT+2`. */
  zoneNames: Readonly<Record<string, string>>
}

/** Settings of this process, or of this page in a browser; the specification's defaults until they are set. */
export const installation: Installation = {
  outsideSystem: 'Locust',
  timeZone: 'America/New_York',
  zoneNames: { EST: 'ET', EDT: 'ET' },
}

/** Sets what this installation has chosen; call it once, before anything is shown. */
export function setInstallation(chosen: Partial<Installation>): void {
  Object.assign(installation, chosen)
}
