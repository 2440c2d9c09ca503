import { expect, it } from 'vitest'
import { chipsOf, readChoice, toQuery, toSearch, withoutFilters } from './volunteer-choice.ts'

const address =
  'q=ann&circuit=NJ+07%2C+North&circuit=NY-2&mark=wrong-number&trained=true&available=false&slots=Saturday%3AMorning%2CSunday%3A14%3A00&slotsMatch=all&sort=-circuit'

it('reads from the address what it writes there', () => {
  expect(toSearch(readChoice(new URLSearchParams(address)))).toBe(address)
})

it('leaves out of the address what is not chosen or is invalid', () => {
  const odd = 'q=&sort=age&mark=odd&trained=maybe&slots=Saturday&slotsMatch=all&page=3'
  expect(toQuery(readChoice(new URLSearchParams(odd)))).toEqual({})
})

it('names each chosen filter, with the choice that remains without it', () => {
  const choice = readChoice(new URLSearchParams(address))
  expect(chipsOf(choice).map(({ label }) => label)).toEqual([
    'Circuit: NJ 07, North',
    'Circuit: NY-2',
    'Wrong number',
    'Trained',
    'Not: available',
    'Saturday Morning',
    'Sunday 14:00',
  ])
  const left = chipsOf(choice).map(({ without }) => chipsOf(without).length)
  expect(left).toEqual([6, 6, 6, 6, 6, 6, 6])
})

it('clears search and filters, but not the sort order', () => {
  const cleared = withoutFilters(readChoice(new URLSearchParams(address)))
  expect(toSearch(cleared)).toBe('sort=-circuit')
})
