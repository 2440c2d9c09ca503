import type { ScheduleInput } from '@dashboard/contract/schedule-inputs'
import type { Schedule } from '@dashboard/contract/schedules'

export type ReportsChoice = 'none' | 'outdated' | 'circuits'

/** What the dialog holds: the chosen circuits stay while another choice is tried. */
export interface ScheduleDraft {
  days: readonly number[]
  /** `HH:MM`, empty while the field is. */
  time: string
  reports: ReportsChoice
  circuits: ReadonlySet<string>
  isActive: boolean
}

/** A schedule as it is, or what a new one begins with. */
export function draftOf(schedule: Schedule | undefined): ScheduleDraft {
  if (!schedule) {
    const days = [1, 2, 3, 4, 5]
    return { days, time: '06:00', reports: 'outdated', circuits: new Set(), isActive: true }
  }
  const { days, time, reportsAfter, isActive } = schedule
  const isOfCircuits = typeof reportsAfter !== 'string'
  return {
    days,
    time,
    isActive,
    reports: isOfCircuits ? 'circuits' : reportsAfter,
    circuits: new Set(isOfCircuits ? reportsAfter : []),
  }
}

/** What is sent of it. */
export function toInput({ days, time, reports, circuits, isActive }: ScheduleDraft): ScheduleInput {
  const reportsAfter = reports === 'circuits' ? [...circuits] : reports
  return { days: [...days], time, reportsAfter, isActive }
}
