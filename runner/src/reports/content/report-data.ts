import type { BrandPalette } from '@dashboard/contract/brand-palette'
import type { Availability } from '@dashboard/store/availability'

/** What a report is drawn from: plain values, as stored in the database. */

export type ReportPaper = 'us-letter' | 'a4'

export interface ReportLogo {
  bytes: Uint8Array
  mimeType: string
  /** 0.5 to 1.5. */
  zoom: number
  /** `#rrggbb`; `null` is transparent. */
  background: string | null
}

export interface ReportBrand {
  colors: BrandPalette
  /** `null`: there is none, or it is switched off. */
  logo: ReportLogo | null
}

export interface ReportContact {
  name: string
  relationship: string | null
  phone: string | null
  email: string | null
  notes: string | null
}

export interface ReportVolunteer {
  firstName: string
  lastName: string
  phone: string | null
  email: string | null
  trained: boolean
  available: boolean
  orientation: boolean
  doubleShifts: boolean
  maxShiftsPerWeek: number | null
  maxShiftsPerMonth: number | null
  note: string | null
  /** The slots of this volunteer, also of one who is not available. */
  availability: { day: string; timeSlot: string }[]
  cartLocations: string[]
  /** The primary one first; only in congregation reports. */
  emergencyContacts: ReportContact[]
}

export interface ReportCongregation {
  /** `null` for volunteers of the circuit who belong to no congregation. */
  name: string | null
  language: string | null
  city: string | null
  volunteers: ReportVolunteer[]
}

interface ReportFrame {
  paper: ReportPaper
  /** How many can serve when. */
  availability: Availability
  brand: ReportBrand
  /** The last import (ISO), `null` before the first. */
  dataAsOf: string | null
  /** Whether the volunteers are built-in sample data. */
  isSampleData: boolean
  /** ISO. */
  generatedAt: string
  /** Full name of the user who started the job. */
  generatedBy: string | null
}

export interface CircuitReportData extends ReportFrame {
  kind: 'circuit'
  circuit: string
  congregations: ReportCongregation[]
}

export interface CongregationReportData extends ReportFrame {
  kind: 'congregation'
  circuit: string
  congregation: ReportCongregation & { name: string }
}

export type ReportData = CircuitReportData | CongregationReportData

/** All volunteers a report lists. */
export function reportVolunteers(data: ReportData): ReportVolunteer[] {
  if (data.kind === 'congregation') return data.congregation.volunteers
  return data.congregations.flatMap((congregation) => congregation.volunteers)
}
