import { readPalette } from '@dashboard/contract/brand-palette'
import { expect, it } from 'vitest'
import {
  circuitReport,
  congregation,
  congregationReport,
  listed,
  pngLogo,
  volunteer,
  volunteerList,
} from '../../../test/report-samples.ts'
import { contentDigest } from '../printed-content.ts'
import { contentView, countFigures, listView, reportView, shareText } from './report-view.ts'
import { drawTemplate } from './typst.ts'

it('counts each cart location once', () => {
  const volunteers = [
    volunteer({ cartLocations: ['Penn Station', 'Park'], trained: false }),
    volunteer({ cartLocations: ['Park'], available: false, orientation: true }),
  ]
  expect(countFigures(volunteers)).toEqual({
    volunteers: 2,
    trained: 1,
    available: 1,
    orientation: 1,
    cartLocations: 2,
  })
})

it('has no share when there are no volunteers', () => {
  expect([shareText(2, 3), shareText(0, 3), shareText(0, 0)]).toEqual(['67%', '0%', ''])
})

const contact = { name: 'Cy', relationship: 'Father', phone: '1', email: 'c@d.e', notes: 'late' }
const able = volunteer({
  availabilityNote: 'After six',
  emergencyContacts: [contact],
})
const away = { ...able, lastName: 'Away', available: false }
const brand = { colors: readPalette(null), logo: pngLogo() }
const ofCircuit = circuitReport({
  brand,
  congregations: [congregation({ volunteers: [able, away] })],
})
const ofCongregation = congregationReport({
  brand,
  congregation: congregation({ volunteers: [able, away] }),
})
const ofList = volunteerList({
  brand,
  limitedTo: ['NY-1'],
  volunteers: [listed(), listed({ available: false })],
})
const logo = { path: '/logo', format: 'png' } as const

/** The paths of all keys in a view, where lists are looked into as deep as they differ. */
function keysOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) {
    return value.slice(0, 2).flatMap((item, index) => keysOf(item, [...path, index]))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...keysOf(inner, [...path, key]),
  ])
}

function without(view: object, path: (string | number)[]): object {
  const copy = structuredClone(view)
  const owner = path.slice(0, -1).reduce<object>((inner, key) => Reflect.get(inner, key), copy)
  Reflect.deleteProperty(owner, path.at(-1) ?? '')
  return copy
}

it.each([
  ['circuit', reportView(ofCircuit, logo, String)],
  ['congregation', reportView(ofCongregation, logo, String)],
  ['list', listView(ofList, logo, String)],
] as const)('gives the template of a %s nothing that it does not print', (template, view) => {
  const draw = (given: object) => {
    const files = { '/logo': pngLogo().bytes }
    const createdAt = ofCircuit.generatedAt
    try {
      const { pdf } = drawTemplate({ template, view: given, files, createdAt })
      return Buffer.from(pdf).toString('base64')
    } catch {
      return 'refused'
    }
  }
  const whole = draw(view)
  expect(whole).not.toBe('refused')
  const unprinted = keysOf(view).filter((path) => draw(without(view, path)) === whole)
  expect(unprinted).toEqual([])
})

it('makes the digest from all that the template is given about a place, and from nothing else', () => {
  for (const data of [ofCircuit, ofCongregation]) {
    const {
      paper,
      colors,
      logo: tile,
      isSampleData,
      dataAsOf,
      generatedAt,
      generatedBy,
      ...rest
    } = reportView(data, logo, String)
    expect(rest).toEqual(contentView(data, data.brand.colors, String))
    const later = {
      ...data,
      dataAsOf: null,
      generatedAt: '2030-01-01T00:00:00Z',
      generatedBy: null,
    }
    expect(contentDigest(later)).toBe(contentDigest(data))
  }
})

it.each([
  ['circuit', ofCircuit],
  ['congregation', ofCongregation],
] as const)('prints the telephone numbers in “Who can serve when” of a %s', (_, data) => {
  const times = reportView(data, logo, String).servingTimes
  expect(times.length).toBeGreaterThan(0)
  for (const { people } of times)
    expect(people.map(({ phone }) => phone)).toContain(able.mobilePhone)
})

it('omits contacts, notes and the wishes of those who cannot serve from a circuit', () => {
  const other = { ...able, availabilityNote: null, emergencyContacts: [] }
  const awayLater = { ...other, lastName: 'Away', available: false, availability: [] }
  const volunteers = [other, awayLater]
  const changed = { ...ofCircuit, congregations: [congregation({ volunteers })] }
  expect(contentDigest(changed)).toBe(contentDigest(ofCircuit))
  const changedInFull = { ...ofCongregation, congregation: congregation({ volunteers }) }
  expect(contentDigest(changedInFull)).not.toBe(contentDigest(ofCongregation))
})
