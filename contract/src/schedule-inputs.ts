import { z } from 'zod'
import { reportTargets } from './limits.ts'
import { targetNames } from './target-names.ts'

/**
 * Reports that a scheduled sync makes after its import: none, every one that is out of date, or those of the named
 * circuits.
 */
export const ReportsAfter = z.union(
  [z.enum(['none', 'outdated']), targetNames('circuit', reportTargets.circuits)],
  {
    error: ({ input }) =>
      Array.isArray(input) && input.length === 0
        ? 'Select at least one circuit'
        : 'Choose which reports to make: "none", "outdated", or a list of circuits',
  },
)
export type ReportsAfter = z.infer<typeof ReportsAfter>

const badDays = 'Choose at least one day'

export const ScheduleInput = z.object({
  /** 0 is Sunday, 6 Saturday. */
  days: z
    .array(z.number({ error: badDays }).int(badDays).min(0, badDays).max(6, badDays), {
      error: badDays,
    })
    .min(1, badDays)
    .max(7, 'Name each day once')
    .transform((days) => [...new Set(days)].sort((one, other) => one - other)),
  /** `HH:MM` in the zone of the installation. */
  time: z
    .string({ error: 'Choose a time' })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time such as 06:00'),
  reportsAfter: ReportsAfter,
  isActive: z.boolean({ error: 'isActive must be true or false' }),
})
export type ScheduleInput = z.infer<typeof ScheduleInput>
