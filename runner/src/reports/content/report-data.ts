import type { BrandPalette } from '@dashboard/contract/brand-palette'
import type { VolunteerValues } from '@dashboard/contract/sheet-columns'
import type { EmergencyContact } from '@dashboard/contract/volunteers'

export type ReportContact = Omit<EmergencyContact, 'isPrimary'>

export type ReportPaper = 'us-letter' | 'a4'

export interface ReportLogo {
  bytes: Uint8Array
  /** File extension: `png` or `jpg`. */
  format: string
  /** Factor from 0.5 to 1.5. */
  zoom: number
  /** `#rrggbb`; `null` is transparent. */
  background: string | null
}

export interface ReportBrand {
  colors: BrandPalette
  /** `null`: there is no logo, or it is switched off. */
  logo: ReportLogo | null
}

export interface ReportVolunteer extends VolunteerValues {
  /** Slots of this volunteer, even if the volunteer is not available. */
  availability: { day: string; timeSlot: string }[]
  cartLocations: string[]
  /** Primary contact first; only in congregation reports. */
  emergencyContacts: ReportContact[]
}

export interface ReportCongregation {
  /** `null` for volunteers of the circuit who belong to no congregation. */
  name: string | null
  language: string | null
  city: string | null
  volunteers: ReportVolunteer[]
}

interface DocumentFrame {
  paper: ReportPaper
  brand: ReportBrand
  /** Time of the last import (ISO); `null` before the first. */
  dataAsOf: string | null
  isSampleData: boolean
  /** ISO instant. */
  generatedAt: string
  /** Full name of the user who started the job. */
  generatedBy: string | null
}

export interface CircuitContent {
  kind: 'circuit'
  circuit: string
  congregations: ReportCongregation[]
  /** Whether the sheet says who is trained; where it does not, available volunteers can serve. */
  isTrainingKnown: boolean
}

export interface CongregationContent extends Pick<CircuitContent, 'circuit' | 'isTrainingKnown'> {
  kind: 'congregation'
  congregation: ReportCongregation & { name: string }
}

export type ReportContent = CircuitContent | CongregationContent

export interface ListedReportVolunteer extends ReportVolunteer {
  circuit: string | null
  congregation: string | null
  language: string | null
  /** Whether only the sound of a name matches the search. */
  isBySound: boolean
  /** In words; empty where the list does not say it. */
  toCorrect: string
}

/** Volunteers whom somebody has chosen on the page of volunteers (docs/volunteers.md#as-pdf). */
export interface VolunteerListData extends DocumentFrame {
  kind: 'list'
  /** The filters in words. */
  filters: string
  /** Names of the circuits of a limited user. */
  limitedTo: readonly string[] | null
  /** Whether each congregation begins on a page of its own. */
  isByCongregation: boolean
  /** In the order of the list. */
  volunteers: ListedReportVolunteer[]
}

export type CircuitReportData = CircuitContent & DocumentFrame
export type CongregationReportData = CongregationContent & DocumentFrame
export type ReportData = CircuitReportData | CongregationReportData
export type DocumentData = ReportData | VolunteerListData

export function reportVolunteers(data: ReportContent | VolunteerListData): ReportVolunteer[] {
  if (data.kind === 'list') return data.volunteers
  if (data.kind === 'congregation') return data.congregation.volunteers
  return data.congregations.flatMap((congregation) => congregation.volunteers)
}
