import { columnsOf } from '@dashboard/contract/sheet-columns'
import type { Volunteer } from '@dashboard/contract/volunteers'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TooltipProvider } from '../../ui/tooltip.tsx'
import { VolunteerFacts } from './volunteer-facts.tsx'

/** Shown above the facts, with the week. */
const shownElsewhere = ['firstName', 'lastName', 'trained', 'available']

it('shows every column of the sheet that belongs to the volunteer', () => {
  const columns = columnsOf('volunteer').filter(({ field }) => !shownElsewhere.includes(field))
  const showing = (changed: string | undefined) => {
    const values = columns.map(({ field, reads }) => {
      if (reads === 'flag') return [field, field === changed]
      if (reads === 'integer') return [field, field === changed ? 7 : 1]
      return [field, field === changed ? 'another' : 'one']
    })
    const volunteer = {
      ...Object.fromEntries(values),
      firstName: 'Ann',
      lastName: 'Lee',
      circuit: null,
      congregation: null,
      language: null,
      cartLocations: [],
      appointments: [],
      updatedAt: '2026-11-20T15:00:00.000Z',
    } as unknown as Volunteer
    return renderToStaticMarkup(
      <TooltipProvider>
        <VolunteerFacts volunteer={volunteer} />
      </TooltipProvider>,
    )
  }
  const asEver = showing(undefined)
  const hidden = columns.filter(({ field }) => showing(field) === asEver)
  expect(hidden.map(({ title }) => title)).toEqual([])
})
