import type { CircuitCoverage, Coverage } from '@dashboard/contract/coverage'
import { longName } from './crowded-reports.ts'
import { minutesAgo } from './job-rows.ts'

/** Returns a coverage board of 600 circuits, half of them with an outdated report and half without a report. */
export function crowdedCoverage(): Coverage {
  const circuits = Array.from(
    { length: 600 },
    (_, index): CircuitCoverage => ({
      circuit: index === 0 ? longName : `NY-${index}`,
      congregations: 14,
      volunteers: index === 1 ? 0 : 12_500,
      trained: index === 1 ? 0 : 12_499,
      available: 0,
      report: index % 2 === 0 ? 'stale' : 'missing',
      newestReport: index % 2 === 0 ? { id: `report-${index}`, filename: `NY-${index}.pdf` } : null,
    }),
  )
  return {
    circuits,
    lastExport: null,
    lastImport: minutesAgo(90),
    jobsByDay: Array.from({ length: 30 }, (_, index) => ({
      day: minutesAgo(index * 24 * 60).slice(0, 10),
      completed: (index * 37) % 150,
      failed: index % 4,
    })).reverse(),
    availability: {
      timeSlots: [longName, ...Array.from({ length: 11 }, (_, index) => `${index + 8}:00`)],
      counts: Array.from({ length: 7 }, (_, day) =>
        Array.from({ length: 12 }, (_, slot) => day * 2_000 + slot * 90),
      ),
      onceTrained: Array.from({ length: 7 }, () => Array.from({ length: 12 }, () => 1_200)),
      isTrainingKnown: true,
    },
  }
}
