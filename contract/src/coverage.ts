import { z } from 'zod'
import { Instant } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'

export const ReportState = z.enum(['current', 'stale', 'missing'])
export type ReportState = z.infer<typeof ReportState>

export const NewestReport = z.object({ id: z.string(), filename: z.string() })
export type NewestReport = z.infer<typeof NewestReport>

const Figures = z.object({
  volunteers: z.number().int(),
  trained: z.number().int(),
  available: z.number().int(),
  report: ReportState,
  newestReport: NewestReport.nullable(),
})

export const CircuitCoverage = z.object({
  circuit: z.string(),
  congregations: z.number().int(),
  ...Figures.shape,
})
export type CircuitCoverage = z.infer<typeof CircuitCoverage>

export const CongregationCoverage = z.object({
  congregation: z.string(),
  /** The name that a report call accepts. */
  target: z.string(),
  ...Figures.shape,
})
export type CongregationCoverage = z.infer<typeof CongregationCoverage>

const Counts = z.array(z.array(z.number().int()))

const Availability = z.object({
  timeSlots: z.array(z.string()),
  /** Volunteers who can serve, by day (Monday first) and time slot: trained, available, with that time in their week. */
  counts: Counts,
  /** Volunteers who could serve then if they were trained. */
  onceTrained: Counts,
  /** Whether the sheet says who is trained; where it does not, available volunteers can serve. */
  isTrainingKnown: z.boolean(),
})

export const CartCoverage = z.object({ name: z.string(), volunteers: z.number().int() })
export type CartCoverage = z.infer<typeof CartCoverage>

/** A place after the last import of a month. */
export const MonthFigures = z.object({
  /** YYYY-MM in the display time zone. */
  month: z.string(),
  volunteers: z.number().int(),
  trained: z.number().int(),
  available: z.number().int(),
  trainedAndAvailable: z.number().int(),
})
export type MonthFigures = z.infer<typeof MonthFigures>

const details = {
  /** Latest first, beginning with the last import; none for sample data. */
  months: z.array(MonthFigures).optional(),
  availability: Availability,
  carts: z.array(CartCoverage),
  lastImport: Instant.nullable(),
}

export const CircuitDetails = z.object({
  ...CircuitCoverage.shape,
  congregationList: z.array(CongregationCoverage),
  ...details,
})
export type CircuitDetails = z.infer<typeof CircuitDetails>

export const CongregationDetails = z.object({
  ...CongregationCoverage.shape,
  circuitName: z.string(),
  ...details,
})
export type CongregationDetails = z.infer<typeof CongregationDetails>

/** Content of the coverage board: circuits, jobs of the last 30 days, availability over the week. */
export const Coverage = z.object({
  circuits: z.array(CircuitCoverage),
  lastExport: Instant.nullable(),
  lastImport: Instant.nullable(),
  /** One entry per day that had jobs, oldest first; `day` is YYYY-MM-DD in the display time zone. */
  jobsByDay: z.array(
    z.object({ day: z.string(), completed: z.number().int(), failed: z.number().int() }),
  ),
  availability: Availability,
})
export type Coverage = z.infer<typeof Coverage>

export const getCoverage = defineEndpoint({
  summary: 'The coverage board: circuits, reports, jobs and availability at a glance',
  path: '/api/coverage',
  access: 'user',
  answer: Coverage,
  versionedFor: 'role',
})

export const getCircuit = defineEndpoint({
  summary: 'One circuit: its congregations, reports and availability',
  path: '/api/circuits/:name',
  access: 'user',
  params: z.object({ name: z.string() }),
  answer: z.object({ circuit: CircuitDetails }),
  versionedFor: 'role',
})

export const getCongregation = defineEndpoint({
  summary: 'One congregation of a circuit: its report, availability and cart locations',
  path: '/api/circuits/:name/congregations/:congregation',
  access: 'user',
  params: z.object({ name: z.string(), congregation: z.string() }),
  answer: z.object({ congregation: CongregationDetails }),
  versionedFor: 'role',
})
