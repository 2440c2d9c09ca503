import { days } from '@dashboard/contract/coverage'
import { localTime } from '@dashboard/contract/local-time'
import { nameOrder, printedName } from '../content/printed-names.ts'
import { heatColors, paperColors } from '../content/report-colors.ts'
import type {
  DocumentData,
  ReportCongregation,
  ReportData,
  ReportVolunteer,
} from '../content/report-data.ts'
import { reportVolunteers } from '../content/report-data.ts'
import { countFigures, shareText } from '../content/report-figures.ts'
import { shiftLimits, shortDay, weekLines } from './availability-text.ts'
import { namesInLine } from './names-in-line.ts'
import { filledBoxes, timesWithoutBox, type WeekGrid, weekGrid } from './week-grid.ts'
import { whoCanServe } from './who-can-serve.ts'

export type Clean = (text: string) => string

/** Where the templates find the logo, inside their workspace. */
export interface LogoView {
  path: string
  format: 'png' | 'jpg'
}

/**
 * What the templates are given, as JSON: only texts, numbers and colors ready to print, so that
 * a template holds words and layout and nothing else.
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

/** What every document has: the paper, the brand, and what its footer says. */
export function frameView(data: DocumentData, logo: LogoView | null, clean: Clean) {
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

export function weekView(grid: WeekGrid, clean: Clean) {
  return { days: days.map(shortDay), slots: grid.slots.map(clean), slotsInRow: grid.slotsInRow }
}

export type ReportView = ReturnType<typeof reportView>

export function figuresView(volunteers: ReportVolunteer[]) {
  const figures = countFigures(volunteers)
  const share = (part: number) => shareText(part, figures.volunteers)
  return {
    ...figures,
    trainedShare: share(figures.trained),
    availableShare: share(figures.available),
    orientationShare: share(figures.orientation),
  }
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

/** Beyond this many characters a volunteer may not fit on one page. */
const keepTogetherMax = 1_500

/** One volunteer, with the boxes of the week. */
export function volunteerView(volunteer: ReportVolunteer, grid: WeekGrid, clean: Clean) {
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

/** For each day and time slot the names, those of all congregations in one order. */
function servingTimesView(congregations: ReportCongregation[], clean: Clean) {
  const only = congregations.length === 1 ? congregations[0] : undefined
  const names = new Map<ReportVolunteer, string>()
  for (const { language, volunteers } of congregations) {
    for (const volunteer of volunteers)
      names.set(volunteer, clean(printedName(volunteer, language)))
  }
  const inOrder = [...names.keys()].sort(nameOrder(only?.language ?? null))
  return whoCanServe(inOrder).map(({ day, timeSlot, volunteers }) => ({
    day: shortDay(day),
    timeSlot: clean(timeSlot),
    count: volunteers.length,
    names: namesInLine(
      volunteers.map((volunteer) => ({ name: names.get(volunteer) ?? '', ...volunteer })),
    ),
  }))
}
