import type { ReportVolunteer } from './report-data.ts'

export interface ReportFigures {
  volunteers: number
  trained: number
  available: number
  orientation: number
  /** Different cart locations that any of the volunteers is assigned to. */
  cartLocations: number
}

export function countFigures(volunteers: ReportVolunteer[]): ReportFigures {
  return {
    volunteers: volunteers.length,
    trained: volunteers.filter((volunteer) => volunteer.trained).length,
    available: volunteers.filter((volunteer) => volunteer.available).length,
    orientation: volunteers.filter((volunteer) => volunteer.orientation).length,
    cartLocations: new Set(volunteers.flatMap((volunteer) => volunteer.cartLocations)).size,
  }
}

/** `67%`, or an empty text where there is nothing to have a share of. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((part / whole) * 100)}%`
}
