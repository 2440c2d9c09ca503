import { days } from '@dashboard/contract/days'
import { localTime } from '@dashboard/contract/local-time'
import { printedName } from '../content/printed-names.ts'
import { heatColors, paperColors } from '../content/report-colors.ts'
import type {
  DocumentData,
  ListedReportVolunteer,
  ReportCongregation,
  ReportData,
  ReportVolunteer,
  VolunteerListData,
} from '../content/report-data.ts'
import { reportVolunteers } from '../content/report-data.ts'
import { shiftLimits, shortDay, weekLines } from './availability-text.ts'
import { servingTimesView } from './serving-times.ts'
import { filledBoxes, timesWithoutBox, type WeekGrid, weekGrid } from './week-grid.ts'

export type Clean = (text: string) => string

/** Path of the logo inside the templates' workspace. */
export interface LogoView {
  path: string
  format: 'png' | 'jpg'
}

/**
 * Returns the JSON that the templates receive. It has only texts, numbers and colors ready to print, so that a template
 * contains nothing but words and layout.
 */
export function reportView(data: ReportData, logo: LogoView | null, clean: Clean) {
  const volunteers = reportVolunteers(data)
  const grid = weekGrid(volunteers.filter(({ available }) => available))
  const congregations = data.kind === 'circuit' ? data.congregations : [data.congregation]
  return {
    ...frameView(data, logo, clean),
    circuit: clean(data.circuit),
    figures: figuresView(volunteers),
    availability: availabilityView(data, clean),
    week: weekView(grid, clean),
    congregations: congregations.map((congregation) => congregationView(congregation, grid, clean)),
    servingTimes: servingTimesView(congregations, clean),
  }
}

/** Returns the JSON for the template of a list, likewise ready to print. */
export function listView(data: VolunteerListData, logo: LogoView | null, clean: Clean) {
  const { volunteers, filters, limitedTo } = data
  const grid = weekGrid(volunteers.filter(({ available }) => available))
  return {
    ...frameView(data, logo, clean),
    filters: clean(filters),
    limitedTo: limitedTo === null ? null : clean(limitedTo.join('; ')),
    figures: figuresView(volunteers),
    week: weekView(grid, clean),
    volunteers: volunteers.map((volunteer) => ({
      ...volunteerView(volunteer, grid, clean),
      name: clean(printedName(volunteer, volunteer.language)),
      place: clean(placeOf(volunteer)),
    })),
  }
}

/** Returns the parts that every document has: paper, brand, and the texts of the footer. */
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

export type ReportView = ReturnType<typeof reportView>

function figuresView(volunteers: ReportVolunteer[]) {
  const figures = countFigures(volunteers)
  const share = (part: number) => shareText(part, figures.volunteers)
  return {
    ...figures,
    trainedShare: share(figures.trained),
    availableShare: share(figures.available),
    orientationShare: share(figures.orientation),
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

function availabilityView(data: ReportData, clean: Clean) {
  const { availability, brand } = data
  const highest = Math.max(1, ...availability.counts.flat())
  return {
    days,
    rows: availability.timeSlots.map((timeSlot, slot) => ({
      timeSlot: clean(timeSlot),
      cells: availability.counts.map((ofDay) => {
        const count = ofDay[slot] ?? 0
        return { count, ...heatColors(brand.colors, count / highest) }
      }),
    })),
  }
}

function congregationView(congregation: ReportCongregation, grid: WeekGrid, clean: Clean) {
  const { name, language, city, volunteers } = congregation
  return {
    name: name === null ? null : clean(name),
    about: [language, city].flatMap((text) => (text ? [clean(text)] : [])),
    language: clean(language ?? ''),
    city: clean(city ?? ''),
    figures: figuresView(volunteers),
    volunteers: volunteers.map((volunteer) => ({
      name: clean(printedName(volunteer, language)),
      ...volunteerView(volunteer, grid, clean),
    })),
  }
}

/** Above this many characters, a volunteer may not fit on one page. */
const keepTogetherMax = 1_500

/** Returns one volunteer, with the boxes of the week. */
function volunteerView(volunteer: ReportVolunteer, grid: WeekGrid, clean: Clean) {
  const texts = volunteerTexts(volunteer, grid, clean)
  return { ...texts, keepTogether: JSON.stringify(texts).length < keepTogetherMax }
}

function volunteerTexts(volunteer: ReportVolunteer, grid: WeekGrid, clean: Clean) {
  const { availability } = volunteer
  return {
    phone: clean(volunteer.phone ?? ''),
    email: clean(volunteer.email ?? ''),
    trained: volunteer.trained,
    available: volunteer.available,
    orientation: volunteer.orientation,
    doubleShifts: volunteer.doubleShifts,
    limits: shiftLimits(volunteer),
    boxes: filledBoxes(grid, availability),
    week: clean(weekLines(availability).join('; ')),
    otherTimes: clean(weekLines(timesWithoutBox(grid, availability)).join('; ')),
    cartLocations: clean(volunteer.cartLocations.join(' · ')),
    note: clean(volunteer.note ?? ''),
    emergencyContacts: volunteer.emergencyContacts.map((contact) => ({
      name: clean(contact.name),
      relationship: clean(contact.relationship ?? ''),
      phone: clean(contact.phone ?? ''),
      email: clean(contact.email ?? ''),
      notes: clean(contact.notes ?? ''),
    })),
  }
}

/** Returns the line below the name: 'Park · NY-1 · found by sound'. */
function placeOf({ congregation, circuit, isBySound }: ListedReportVolunteer): string {
  const mark = isBySound ? 'found by sound' : null
  return [congregation ?? 'No congregation', circuit, mark]
    .filter((text) => text !== null)
    .join(' · ')
}
