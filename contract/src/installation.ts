/** What an installation chooses and every sentence of it shows (docs/settings.md). */
export interface Installation {
  /** What people call the system that volunteers come from. */
  outsideSystem: string
  /** The zone of all times that are shown, and of schedules and backups. */
  timeZone: string
  /** What the zone is called, by what American English calls it: `CEST` by `GMT+2`. */
  zoneNames: Readonly<Record<string, string>>
  /** Open to everybody, with sample data that is put back every night (docs/operations.md#a-public-demo). */
  isDemo: boolean
}

/** Of this process, or of this page in a browser; as the specification has it until it is set. */
export const installation: Installation = {
  outsideSystem: 'Locust',
  timeZone: 'America/New_York',
  zoneNames: { EST: 'ET', EDT: 'ET' },
  isDemo: false,
}

/** Says once, before anything is shown, what this installation chooses. */
export function setInstallation(chosen: Partial<Installation>): void {
  Object.assign(installation, chosen)
}
