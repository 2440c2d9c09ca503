import { type Installation, installation, setInstallation } from '@dashboard/contract/installation'
import { onTestFinished } from 'vitest'
import { readInstallation } from '../src/settings/settings-installation.ts'

/** Makes this test show everything as an installation with these settings does. */
export function installedWith(chosen: Partial<Installation>): void {
  const before = { ...installation }
  onTestFinished(() => setInstallation(before))
  setInstallation(chosen)
}

/** Makes this test show everything in another time zone. */
export function inZone(timeZone: string): void {
  installedWith(
    readInstallation({
      TIME_ZONE: timeZone,
      OUTSIDE_SYSTEM_NAME: installation.outsideSystem,
    }),
  )
}
