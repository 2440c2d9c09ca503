import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { days } from '@dashboard/contract/days'
import { localTime } from '@dashboard/contract/local-time'
import { printedColumns } from '@dashboard/contract/sheet-columns'
import { type Availability, countAvailability } from '@dashboard/store/volunteers/availability'
import { printedName } from '../content/printed-names.ts'
import { heatColors, paperColors } from '../content/report-colors.ts'
import {
  type DocumentData,
  type ListedReportVolunteer,
  type ReportCongregation,
  type ReportContent,
  type ReportData,
  type ReportVolunteer,
  reportVolunteers,
  type VolunteerListData,
} from '../content/report-data.ts'
import { shiftLimits, shortDay, weekLines } from './availability-text.ts'
import { servingTimesView } from './serving-times.ts'
import { filledBoxes, timesWithoutBox, type WeekGrid, weekGrid } from './week-grid.ts'

export type Clean = (text: string) => string

/** Path of the logo inside the templates' workspace. */
export interface LogoView {
  path: string
  format: string
}

/**
 * Returns the JSON that the templates receive. It has only texts, numbers and colors ready to print, and nothing that
 * the template leaves out, so that a template contains nothing but words and layout.
 */
export function reportView(data: ReportData, logo: LogoView | null, clean: Clean) {
  return { ...frameView(data, logo, clean), ...contentView(data, data.brand.colors, clean) }
}

/**
 * Returns what a report prints about its circuit or congregation. Its digest decides whether a report is out of date
 * (docs/reports.md#out-of-date).
 */
export function contentView(content: ReportContent, colors: BrandPalette, clean: Clean) {
  const volunteers = reportVolunteers(content)
  const { isTrainingKnown } = content
  const availability = countAvailability(volunteers, isTrainingKnown)
  const grid = weekGrid(volunteers.filter(({ available }) => available))
  const shared = {
    circuit: clean(content.circuit),
    availability: availabilityView(availability, colors, clean),
    // Shown beside times only.
    isTrainingKnown: isTrainingKnown || availability.timeSlots.length === 0,
    week: weekView(grid, clean),
  }
  if (content.kind === 'circuit') {
    const { congregations } = content
    return {
      ...shared,
      figures: figuresView(volunteers),
      congregations: congregations.map((congregation) =>
        congregationInCircuit(congregation, grid, clean),
      ),
      servingTimes: servingTimesView(congregations, isTrainingKnown, clean),
    }
  }
  const { name, language, city } = content.congregation
  return {
    ...shared,
    figures: figuresWithOrientation(volunteers),
    congregation: {
      name: clean(name),
      about: [language, city].flatMap((text) => (text ? [clean(text)] : [])),
      volunteers: volunteers.map((volunteer) => volunteerInFull(volunteer, language, grid, clean)),
    },
    servingTimes: servingTimesView([content.congregation], isTrainingKnown, clean),
  }
}

/** Returns the JSON for the template of a list, likewise ready to print. */
export function listView(data: VolunteerListData, logo: LogoView | null, clean: Clean) {
  const { volunteers, filters, limitedTo, isByCongregation } = data
  const grid = weekGrid(volunteers.filter(({ available }) => available))
  return {
    ...frameView(data, logo, clean),
    filters: clean(filters),
    limitedTo: limitedTo === null ? null : clean(limitedTo.join('; ')),
    figures: figuresWithOrientation(volunteers),
    week: weekView(grid, clean),
    groups: [
      ...Map.groupBy(volunteers, isByCongregation ? congregationOf : () => 'Volunteers'),
    ].map(([title, people]) => ({
      title: clean(title),
      volunteers: people.map((volunteer) => ({
        ...volunteerInTable(volunteer, volunteer.language, grid, clean),
        place: clean(isByCongregation ? correctionOf(volunteer) : placeOf(volunteer)),
      })),
    })),
  }
}

function frameView(data: DocumentData, logo: LogoView | null, clean: Clean) {
  return {
    paper: data.paper,
    colors: paperColors(data.brand.colors),
    logo: logo && {
      ...logo,
      zoom: data.brand.logo?.zoom ?? 1,
      background: data.brand.logo?.background ?? null,
    },
    isSampleData: data.isSampleData,
    dataAsOf: data.dataAsOf === null ? null : localTime(data.dataAsOf),
    generatedAt: localTime(data.generatedAt),
    generatedBy: data.generatedBy === null ? null : clean(data.generatedBy),
  }
}

function weekView(grid: WeekGrid, clean: Clean) {
  return { days: days.map(shortDay), slots: grid.slots.map(clean), slotsInRow: grid.slotsInRow }
}

function figuresView(volunteers: ReportVolunteer[]) {
  const { orientation: _, ...figures } = countFigures(volunteers)
  const share = (part: number) => shareText(part, figures.volunteers)
  return {
    ...figures,
    trainedShare: share(figures.trained),
    availableShare: share(figures.available),
  }
}

function figuresWithOrientation(volunteers: ReportVolunteer[]) {
  const { orientation } = countFigures(volunteers)
  return {
    ...figuresView(volunteers),
    orientation,
    orientationShare: shareText(orientation, volunteers.length),
  }
}

export function countFigures(volunteers: ReportVolunteer[]) {
  return {
    volunteers: volunteers.length,
    trained: volunteers.filter((volunteer) => volunteer.trained).length,
    available: volunteers.filter((volunteer) => volunteer.available).length,
    orientation: volunteers.filter((volunteer) => volunteer.orientation).length,
    // Counts the different locations that volunteers are assigned to.
    cartLocations: new Set(volunteers.flatMap((volunteer) => volunteer.cartLocations)).size,
  }
}

/** Returns `67%`, or an empty text if the whole is zero. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((part / whole) * 100)}%`
}

function availabilityView(availability: Availability, colors: BrandPalette, clean: Clean) {
  const highest = Math.max(1, ...availability.counts.flat())
  return {
    days,
    rows: availability.timeSlots.map((timeSlot, slot) => ({
      timeSlot: clean(timeSlot),
      cells: availability.counts.map((ofDay) => {
        const count = ofDay[slot] ?? 0
        return { count, ...heatColors(colors, count / highest) }
      }),
    })),
  }
}

function congregationInCircuit(
  { name, language, city, volunteers }: ReportCongregation,
  grid: WeekGrid,
  clean: Clean,
) {
  const { volunteers: count, trained, available } = countFigures(volunteers)
  return {
    name: name === null ? null : clean(name),
    language: clean(language ?? ''),
    city: clean(city ?? ''),
    figures: { volunteers: count, trained, available },
    volunteers: volunteers.map((volunteer) => volunteerInTable(volunteer, language, grid, clean)),
  }
}

/** Above this many characters, a volunteer may not fit on one page. */
const keepTogetherMax = 1_500

function withKeepTogether<Texts extends object>(texts: Texts) {
  return { ...texts, keepTogether: JSON.stringify(texts).length < keepTogetherMax }
}

/** Returns a row of the table: those who cannot serve have one line without their week. */
function volunteerInTable(
  volunteer: ReportVolunteer,
  language: string | null,
  grid: WeekGrid,
  clean: Clean,
) {
  const line = lineOf(volunteer, language, clean)
  return withKeepTogether(
    volunteer.available
      ? { ...line, ...wishesOf(volunteer, clean), ...boxesOf(volunteer, grid, clean) }
      : line,
  )
}

/** Returns a row of the table with the lines beneath it. */
function volunteerInFull(
  volunteer: ReportVolunteer,
  language: string | null,
  grid: WeekGrid,
  clean: Clean,
) {
  return withKeepTogether({
    ...lineOf(volunteer, language, clean),
    ...wishesOf(volunteer, clean),
    ...(volunteer.available ? boxesOf(volunteer, grid, clean) : {}),
    remarks: printedColumns.flatMap(({ field, printedAs }) => {
      const text = volunteer[field]
      return text === null ? [] : { title: printedAs, text: clean(text) }
    }),
    emergencyContacts: volunteer.emergencyContacts.map((contact) => ({
      name: clean(contact.name),
      relationship: clean(contact.relationship ?? ''),
      phone: clean(contact.phone ?? ''),
      email: clean(contact.email ?? ''),
      notes: clean(contact.notes ?? ''),
    })),
  })
}

function lineOf(volunteer: ReportVolunteer, language: string | null, clean: Clean) {
  return {
    name: clean(printedName(volunteer, language)),
    phone: clean(volunteer.mobilePhone ?? ''),
    email: clean(volunteer.emailAddress ?? ''),
    trained: volunteer.trained,
    available: volunteer.available,
    cartLocations: clean(volunteer.cartLocations.join(' · ')),
  }
}

function wishesOf(volunteer: ReportVolunteer, clean: Clean) {
  return {
    orientation: volunteer.orientation,
    doubleShifts: volunteer.availabilityDoubleShifts,
    limits: shiftLimits(volunteer),
    week: clean(weekLines(volunteer.availability).join('; ')),
  }
}

function boxesOf({ availability }: ReportVolunteer, grid: WeekGrid, clean: Clean) {
  return {
    boxes: filledBoxes(grid, availability),
    otherTimes: clean(weekLines(timesWithoutBox(grid, availability)).join('; ')),
  }
}

/** Returns the line below the name: 'Park · NY-1 · found by sound'. */
function placeOf(volunteer: ListedReportVolunteer): string {
  return joined(congregationOf(volunteer), bySound(volunteer))
}

function correctionOf(volunteer: ListedReportVolunteer): string {
  return joined(volunteer.toCorrect, bySound(volunteer))
}

function congregationOf({ congregation, circuit }: ListedReportVolunteer): string {
  return joined(congregation ?? 'No congregation', circuit)
}

const bySound = ({ isBySound }: ListedReportVolunteer) => isBySound && 'found by sound'

function joined(...parts: (string | null | false)[]): string {
  return parts.filter(Boolean).join(' · ')
}
