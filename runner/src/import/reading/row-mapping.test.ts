import { sheetColumns } from '@dashboard/contract/sheet-columns'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapRow } from '../../../test/map-row.ts'
import { sheetVolunteer } from '../../../test/volunteers.ts'
import { matchHeader } from '../../spreadsheets/sheet-columns.ts'
import { createRowMapper, rawTitles } from './row-mapping.ts'

const required = { 'First Name': 'Ann', 'Last Name': 'Lee', Circuit: 'NY-1', Congregation: 'Park' }

function mapCells(cells: Record<string, string>) {
  return mapRow(createRowMapper(matchHeader(Object.keys(cells))), Object.values(cells))
}

function mapVolunteer(cells: Record<string, string>) {
  const mapping = mapCells({ ...required, ...cells })
  if (mapping.kind !== 'volunteer') throw new Error(`a volunteer is expected, not ${mapping.kind}`)
  return mapping
}

test('a row with every column filled', () => {
  const { volunteer, warnings } = mapVolunteer({
    'Locust ID': ' L-1 ',
    'Mobile Phone': "'+1 212 555 0100",
    'Email Address': 'ann@example.org',
    City: 'Hoboken',
    'Zip Code': '07030',
    Circuit: 'NJ 07, North',
    Language: 'Español',
    'Congregation City': 'Jersey City',
    Zone: 'B',
    Tags: 'driver; first aid, driver',
    Trained: 'yes',
    Available: 'x',
    Orientation: '',
    'Double Shifts': 'FALSE',
    'Max Shifts Per Week': '2',
    'Max Shifts Per Month': '8',
    'Availability Note': 'Not in August.\nBack in September.',
    Monday: 'Morning; 14:00-16:00',
    Sunday: 'Evening',
    'Cart Locations': 'Pier 4 (Harbour); Main St',
    Appointments: 'Overseer (Circuit)',
    'Emergency Contact Name': 'Bo Lee',
    'Emergency Contact Phone': '555-0101',
    'Emergency Contact Relationship': 'Brother',
    'Emergency Contact 2 Name': 'Cy Lee',
    'Emergency Contact 2 Notes': 'Nights only',
  })
  expect(warnings).toEqual([])
  expect(volunteer).toEqual(
    sheetVolunteer({
      locustId: 'L-1',
      firstName: 'Ann',
      lastName: 'Lee',
      mobilePhone: '+1 212 555 0100',
      emailAddress: 'ann@example.org',
      city: 'Hoboken',
      zipCode: '07030',
      circuit: 'NJ 07, North',
      congregation: 'Park',
      language: 'Español',
      congregationCity: 'Jersey City',
      zone: 'B',
      tags: 'driver, first aid',
      trained: true,
      available: true,
      orientation: false,
      availabilityDoubleShifts: false,
      availabilityMaxShiftsPerWeek: 2,
      availabilityMaxShiftsPerMonth: 8,
      availabilityNote: 'Not in August.\nBack in September.',
      availability: [
        { dayOfWeek: 'Monday', timeSlot: 'Morning' },
        { dayOfWeek: 'Monday', timeSlot: '14:00-16:00' },
        { dayOfWeek: 'Sunday', timeSlot: 'Evening' },
      ],
      cartLocations: [
        { name: 'Pier 4', category: 'Harbour' },
        { name: 'Main St', category: null },
      ],
      appointments: [{ name: 'Overseer', category: 'Circuit' }],
      contacts: [
        {
          name: 'Bo Lee',
          phone: '555-0101',
          email: null,
          relationship: 'Brother',
          notes: null,
          isPrimary: true,
        },
        {
          name: 'Cy Lee',
          phone: null,
          email: null,
          relationship: null,
          notes: 'Nights only',
          isPrimary: false,
        },
      ],
    }),
  )
})

describe('oddities', () => {
  test('a row without a required value is skipped, with the reason', () => {
    expect(mapCells({ ...required, 'Last Name': ' ' })).toMatchObject({
      kind: 'skip',
      columns: ['Last Name'],
      person: { firstName: 'Ann', lastName: '' },
    })
    expect(mapCells({ ...required, Circuit: '', Congregation: '' })).toMatchObject({
      kind: 'skip',
      columns: ['Circuit', 'Congregation'],
    })
  })

  test('a blank row is ignored', () => {
    expect(mapCells({ 'First Name': ' ', Notes: '' })).toEqual({ kind: 'blank' })
    expect(mapRow(createRowMapper(matchHeader(sheetColumns)), [])).toEqual({ kind: 'blank' })
  })

  test('a short row reads as if its last cells were blank', () => {
    const mapping = createRowMapper(matchHeader([...Object.keys(required), 'City']))
    expect(mapRow(mapping, Object.values(required))).toMatchObject({ volunteer: { city: null } })
  })

  test('warnings name their column', () => {
    const { volunteer, warnings } = mapVolunteer({
      Trained: 'perhaps',
      'Max Shifts Per Week': 'two',
      'Emergency Contact Phone': '555-0101',
    })
    expect(volunteer).toMatchObject({
      trained: false,
      availabilityMaxShiftsPerWeek: null,
      contacts: [],
    })
    expect(warnings).toEqual([
      {
        kind: 'flag',
        column: 'Trained',
        reason: 'is neither yes nor no and counts as no',
        named: "has 'perhaps', which is neither yes nor no and counts as no",
      },
      {
        kind: 'number',
        column: 'Max Shifts Per Week',
        reason: 'is not a whole number and is left blank',
      },
      {
        kind: 'contact',
        column: 'Emergency Contact Name',
        reason: 'is blank, so this contact is left out',
      },
    ])
  })

  test('no content of cells stops the import', () => {
    const mapper = createRowMapper(matchHeader(sheetColumns))
    const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyUnit }), { maxLength: 45 }), (cells) => {
        expect(['volunteer', 'skip', 'blank']).toContain(mapRow(mapper, cells).kind)
      }),
    )
  })
})

test('a text saying that there is nobody to call makes no emergency contact', () => {
  const { volunteer, warnings } = mapVolunteer({
    'Mobile Phone': 'none',
    'Email Address': 'no email',
    'Emergency Contact Name': 'N/A',
    'Emergency Contact Phone': '-',
    'Emergency Contact Email': 'none',
    'Emergency Contact Notes': 'none',
    'Emergency Contact 2 Name': 'Bo Lee',
    'Emergency Contact 2 Phone': '212-555-0101, 212-555-0102',
  })
  expect(volunteer).toMatchObject({ mobilePhone: null, emailAddress: null })
  expect(volunteer.contacts).toMatchObject([{ name: 'Bo Lee', email: null }])
  expect(warnings).toMatchObject([{ kind: 'phone', column: 'Emergency Contact 2 Phone' }])
})

test.each([
  ...['John & Mary', 'Adam & Eve', 'Juan y Rosa', 'Tom and Sue', 'Bob/Ann', 'Jan i Anna'],
  ...['Mr. & Mrs.', 'John, Mary', 'John Smith; Mary'],
])('the first name %s is reported as possibly that of two people', (name) => {
  expect(mapVolunteer({ 'First Name': name }).warnings).toEqual([
    {
      kind: 'person',
      column: 'First Name',
      reason: 'may name two people, and is imported as one',
    },
  ])
})

test.each([
  ['1. John', 'Smith'],
  ['2)', 'John Smith'],
  ['John Smith', '917-555-0101'],
  ['Total', 'volunteers'],
  ['Grand', 'Total:'],
  ['Total:', '25'],
  ['합계', '3'],
])('%s %s is reported as possibly no name', (first, last) => {
  expect(mapVolunteer({ 'First Name': first, 'Last Name': last }).warnings).toEqual([
    { kind: 'person', column: 'First Name', reason: 'may be no name, and is imported as one' },
  ])
})

test.each([
  ['Ana-Luisa', 'de los Santos'],
  ['Joe', 'Bloggs 3rd'],
  ['Tota', 'Totalis'],
  ['José', 'Ortega y Gasset'],
  ['John E', 'Smith'],
  ['Sandy', 'Rye'],
])('%s %s is one person', (first, last) => {
  expect(mapVolunteer({ 'First Name': first, 'Last Name': last }).warnings).toEqual([])
})

test('raw data has every column under a unique title', () => {
  expect(rawTitles(['\uFEFFFirst Name', '', 'Shirt', 'Shirt', ' '])).toEqual([
    'First Name',
    'Column 2',
    'Shirt',
    'Shirt (2)',
    'Column 5',
  ])
  expect(rawTitles(['Zip\uFEFFCode', 'A', 'A', 'A'])).toEqual(['ZipCode', 'A', 'A (2)', 'A (3)'])
})
