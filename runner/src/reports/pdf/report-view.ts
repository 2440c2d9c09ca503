import { days } from '@dashboard/contract/coverage'
import { easternTime } from '@dashboard/contract/eastern-time'
import { heatColors, paperColors } from '../content/report-colors.ts'
import type { ReportCongregation, ReportData, ReportVolunteer } from '../content/report-data.ts'
import { reportVolunteers } from '../content/report-data.ts'
import { countFigures, shareText } from '../content/report-figures.ts'
import { shiftWishes, weekLines } from './availability-text.ts'

type Clean = (text: string) => string

/** Where the templates find the logo, inside their workspace. */
export interface LogoView {
  path: string
  format: 'png' | 'jpg' | 'svg'
}

/**
 * What the templates are given, as JSON: only texts, numbers and colors ready to print, so that
 * a template holds words and layout and nothing else.
 */
export function reportView(data: ReportData, logo: LogoView | null, clean: Clean) {
  return {
    paper: data.paper,
    colors: paperColors(data.brand.colors),
    logo: logo && {
      ...logo,
      zoom: data.brand.logo?.zoom ?? 1,
      background: data.brand.logo?.background ?? null,
    },
    circuit: clean(data.circuit),
    isSampleData: data.isSampleData,
    dataAsOf: data.dataAsOf === null ? null : easternTime(data.dataAsOf),
    generatedAt: easternTime(data.generatedAt),
    generatedBy: data.generatedBy === null ? null : clean(data.generatedBy),
    figures: figuresView(reportVolunteers(data)),
    availability: availabilityView(data, clean),
    congregations: (data.kind === 'circuit' ? data.congregations : [data.congregation]).map(
      (congregation) => congregationView(congregation, clean),
    ),
  }
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

function congregationView(congregation: ReportCongregation, clean: Clean) {
  const { name, language, city, volunteers } = congregation
  return {
    name: name === null ? null : clean(name),
    about: [language, city].flatMap((text) => (text ? [clean(text)] : [])),
    language: clean(language ?? ''),
    city: clean(city ?? ''),
    figures: figuresView(volunteers),
    volunteers: volunteers.map((volunteer) => volunteerView(volunteer, clean)),
  }
}

/** Beyond this many characters a volunteer may not fit on one page. */
const keepTogetherMax = 1_500

function volunteerView(volunteer: ReportVolunteer, clean: Clean) {
  const texts = volunteerTexts(volunteer, clean)
  return { ...texts, keepTogether: JSON.stringify(texts).length < keepTogetherMax }
}

function volunteerTexts(volunteer: ReportVolunteer, clean: Clean) {
  return {
    name: clean(`${volunteer.firstName} ${volunteer.lastName}`),
    phone: clean(volunteer.phone ?? ''),
    email: clean(volunteer.email ?? ''),
    trained: volunteer.trained,
    available: volunteer.available,
    orientation: volunteer.orientation,
    week: weekLines(volunteer.availability).map(clean),
    wishes: shiftWishes(volunteer),
    cartLocations: volunteer.cartLocations.map(clean),
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
