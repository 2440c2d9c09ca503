import type { LocustSettings } from '@dashboard/store/settings'
import { JobError } from '../job-errors.ts'
import type { VolunteerSource } from './volunteer-source.ts'

/** Locust at the address of the settings. */
export function openLocust({ url }: LocustSettings): VolunteerSource {
  return {
    name: `Locust at ${new URL(url).host}`,
    async read() {
      throw new JobError('Not yet', 'outside-system')
    },
  }
}
