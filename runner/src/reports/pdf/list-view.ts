import { printedName } from '../content/printed-names.ts'
import type { ListedReportVolunteer, VolunteerListData } from '../content/report-data.ts'
import {
  type Clean,
  figuresView,
  frameView,
  type LogoView,
  volunteerView,
  weekView,
} from './report-view.ts'
import { weekGrid } from './week-grid.ts'

/** What the template of a list is given, likewise ready to print. */
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

/** Beneath the name: 'Park · NY-1 · found by sound'. */
function placeOf({ congregation, circuit, isBySound }: ListedReportVolunteer): string {
  const mark = isBySound ? 'found by sound' : null
  return [congregation ?? 'No congregation', circuit, mark]
    .filter((text) => text !== null)
    .join(' · ')
}
