import { crc32, deflateSync } from 'node:zlib'
import { defaultColors } from '@dashboard/contract/brand-palette'
import type {
  CircuitReportData,
  CongregationReportData,
  ListedReportVolunteer,
  ReportCongregation,
  ReportLogo,
  ReportVolunteer,
  VolunteerListData,
} from '../src/reports/content/report-data.ts'
import { emptyValues } from './volunteers.ts'

/** Report data for tests. */

export function volunteer(overrides: Partial<ReportVolunteer> = {}): ReportVolunteer {
  return {
    ...emptyValues,
    firstName: 'Maria',
    lastName: 'González',
    mobilePhone: '(973) 555-0142',
    emailAddress: 'maria.gonzalez@example.org',
    trained: true,
    available: true,
    availabilityMaxShiftsPerWeek: 2,
    availability: [
      { day: 'Monday', timeSlot: 'Morning' },
      { day: 'Saturday', timeSlot: '14:00-16:00' },
    ],
    cartLocations: ['Penn Station'],
    emergencyContacts: [],
    ...overrides,
  }
}

export function congregation(
  overrides: Partial<ReportCongregation> = {},
): ReportCongregation & { name: string } {
  return {
    language: 'English',
    city: 'Newark',
    volunteers: [volunteer()],
    ...overrides,
    name: overrides.name ?? 'North English',
  }
}

export function listed(overrides: Partial<ListedReportVolunteer> = {}): ListedReportVolunteer {
  const place = { circuit: 'NY-1', congregation: 'North English', language: 'English' }
  return { ...volunteer(), ...place, isBySound: false, toCorrect: '', ...overrides }
}

const frame = {
  paper: 'us-letter' as const,
  isTrainingKnown: true,
  isSampleData: false,
  dataAsOf: '2026-11-20T15:08:00.000Z',
  generatedAt: '2026-11-20T15:31:00.000Z',
  generatedBy: 'Jane Doe',
}

export function circuitReport(overrides: Partial<CircuitReportData> = {}): CircuitReportData {
  return {
    kind: 'circuit',
    ...frame,
    brand: { colors: { ...defaultColors }, logo: null },
    circuit: 'NJ 07, North',
    congregations: [congregation()],
    ...overrides,
  }
}

export function congregationReport(
  overrides: Partial<CongregationReportData> = {},
): CongregationReportData {
  return {
    kind: 'congregation',
    ...frame,
    brand: { colors: { ...defaultColors }, logo: null },
    circuit: 'NJ 07, North',
    congregation: congregation(),
    ...overrides,
  }
}

export function volunteerList(overrides: Partial<VolunteerListData> = {}): VolunteerListData {
  const { isTrainingKnown: _, ...rest } = frame
  return {
    kind: 'list',
    isByCongregation: false,
    ...rest,
    brand: { colors: { ...defaultColors }, logo: null },
    filters: 'Circuit: NY-1; Trained: yes',
    limitedTo: null,
    volunteers: [listed()],
    ...overrides,
  }
}

export function pngLogo(overrides: Partial<ReportLogo> = {}): ReportLogo {
  const logo = { bytes: onePixelPng(), format: 'png', zoom: 1, background: '#1d489a' }
  return { ...logo, ...overrides }
}

function onePixelPng(): Uint8Array {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  const check = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
