import { lazy } from '@dashboard/contract/lazy'
import { volunteerFilterLabels, volunteerMarkLabels } from '@dashboard/contract/volunteer-labels'
import type { VolunteerFilter } from '@dashboard/contract/volunteers'

const lists = ['circuit', 'congregation', 'language', 'location'] as const
const flags = ['trained', 'available', 'orientation', 'doubleShifts'] as const

const anyOf = lazy(() => new Intl.ListFormat('en', { type: 'disjunction' }))
const allOf = lazy(() => new Intl.ListFormat('en', { type: 'conjunction' }))

/**
 * Returns 'Search: lee; Circuit: NY-1 or NY-2; Trained: yes; When: Saturday Morning' (docs/volunteers.md#export).
 */
export function filtersInWords(filter: VolunteerFilter): string {
  const { q = '', slots = [], slotsMatch = 'any', mark = [] } = filter
  const marks = mark.map((each) => volunteerMarkLabels[each].toLowerCase())
  const times = slots.map(({ day, timeSlot }) => `${day} ${timeSlot}`)
  const texts: [label: string, text: string][] = [
    ['Search', q],
    ...lists.map(
      (name) =>
        [volunteerFilterLabels[name], anyOf().format(filter[name] ?? [])] as [string, string],
    ),
    ...flags.map(
      (name) => [volunteerFilterLabels[name], yesOrNo(filter[name])] as [string, string],
    ),
    [volunteerFilterLabels.mark, anyOf().format(marks)],
    ['When', (slotsMatch === 'all' ? allOf() : anyOf()).format(times)],
  ]
  const chosen = texts.filter(([, text]) => text !== '')
  if (chosen.length === 0) return 'None'
  return chosen.map(([label, text]) => `${label}: ${text}`).join('; ')
}

function yesOrNo(flag: boolean | undefined): string {
  if (flag === undefined) return ''
  return flag ? 'yes' : 'no'
}
