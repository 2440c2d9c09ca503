import type { Report } from '@dashboard/contract/reports'
import type { ListedVolunteer } from '@dashboard/contract/volunteers'
import type { LookupOptions } from '@dashboard/contract/workflows'
import {
  circuitAddress,
  congregationAddress,
  paths,
  volunteerAddress,
  volunteersAddress,
} from '../../paths.ts'

/** What choosing a result does. */
export type FindTarget =
  | { href: string }
  | { open: Pick<Report, 'id' | 'filename'> }
  | { run: 'sync' | 'shortcuts' }

export type FindKind = 'Person' | 'Page' | 'Action' | 'Circuit' | 'Congregation' | 'Report'

export interface FindEntry {
  /** Unique among the results. */
  id: string
  kind: FindKind
  label: string
  /** Quiet text beneath. */
  detail?: string
  person?: ListedVolunteer
  target: FindTarget
}

const pages: readonly (readonly [label: string, href: string, isForAdmins?: boolean])[] = [
  ['Dashboard', paths.dashboard],
  ['Locust Sync', paths.sync],
  ['Import history', paths.imports],
  ['Monitor', paths.monitor],
  ['Reports', paths.reports],
  ['Volunteers', paths.volunteers],
  ['Profile', paths.profile],
  ['Settings', paths.settings, true],
  ['User Management', paths.users, true],
  ['System Monitoring', paths.monitoring, true],
  ['Brand Customization', paths.branding, true],
  ['Audit Log', paths.audit, true],
]

const actions: readonly FindEntry[] = [
  {
    id: 'action:sync',
    kind: 'Action',
    label: 'Run sync',
    detail: 'Export from Locust and import',
    target: { run: 'sync' },
  },
  {
    id: 'action:shortcuts',
    kind: 'Action',
    label: 'Keyboard shortcuts',
    target: { run: 'shortcuts' },
  },
]

/** What needs all circuits (docs/behavior.md#limited-users). */
const forAllCircuits: ReadonlySet<string> = new Set(['action:sync'])

interface Who {
  lookups: LookupOptions | undefined
  isAdmin: boolean
  /** Looks after some circuits only: runs no sync. */
  isLimited: boolean
}

/** At most so many of one kind, since the people are to stay in sight. */
const perKind = 4

/** Pages, actions and places of which every typed word begins a word; without any, pages and actions. */
export function localEntries(text: string, { lookups, isAdmin, isLimited }: Who): FindEntry[] {
  const matches = matcherOf(text)
  const named = ({ label }: FindEntry) => matches(label)
  const shownPages = pages
    .filter(([, , isForAdmins = false]) => isAdmin || !isForAdmins)
    .map(([label, href]): FindEntry => ({ id: href, kind: 'Page', label, target: { href } }))
  const open = [...shownPages, ...actions].filter(({ id }) => !isLimited || !forAllCircuits.has(id))
  if (text.trim() === '') return open
  const circuits = (lookups?.circuits ?? [])
    .filter(matchesAny(matches, 'Circuit'))
    .slice(0, perKind)
  const reportsOf = (lookups?.circuits ?? [])
    .filter(matchesAny(matches, 'Reports of'))
    .slice(0, perKind)
  const circuitOf = new Map(
    Object.entries(lookups?.circuitCongregationMap ?? {}).flatMap(([circuit, names]) =>
      names.map((name) => [name, circuit] as const),
    ),
  )
  const congregations = (lookups?.congregations ?? []).filter(matches).slice(0, perKind)
  return [
    ...circuits.map(circuitEntry),
    ...congregations.map((name) => congregationEntry(name, circuitOf.get(name))),
    ...open.filter(named).slice(0, perKind),
    ...reportsOf.map(reportsEntry),
  ]
}

export function personEntry(person: ListedVolunteer): FindEntry {
  const { id, firstName, lastName } = person
  const label = `${lastName}, ${firstName}`
  return {
    id: `person:${id}`,
    kind: 'Person',
    label,
    person,
    target: { href: volunteerAddress(id) },
  }
}

export function reportEntry(report: Report, detail: string): FindEntry {
  const { id, circuitId, congregation, filename } = report
  const label = congregation === null ? circuitId : `${circuitId}, ${congregation}`
  return { id: `report:${id}`, kind: 'Report', label, detail, target: { open: { id, filename } } }
}

function circuitEntry(circuit: string): FindEntry {
  const target = { href: circuitAddress(circuit) }
  return { id: `circuit:${circuit}`, kind: 'Circuit', label: `Circuit ${circuit}`, target }
}

function reportsEntry(circuit: string): FindEntry {
  const target = { href: `${paths.reports}?${new URLSearchParams({ q: circuit })}` }
  return { id: `reports:${circuit}`, kind: 'Action', label: `Reports of ${circuit}`, target }
}

function congregationEntry(congregation: string, circuit: string | undefined): FindEntry {
  const id = `congregation:${congregation}`
  const entry = { id, kind: 'Congregation', label: congregation } as const
  return circuit === undefined
    ? { ...entry, target: { href: volunteersAddress({ congregation }) } }
    : {
        ...entry,
        detail: `Circuit ${circuit}`,
        target: { href: congregationAddress(circuit, congregation) },
      }
}

type Matches = (label: string) => boolean

/** A place is found by its name, with or without what stands before it in its entry. */
function matchesAny(matches: Matches, before: string): Matches {
  return (name) => matches(`${before} ${name}`)
}

function matcherOf(text: string): Matches {
  const wanted = wordsOf(text)
  return (label) => {
    const words = wordsOf(label)
    return wanted.every((each) => words.some((word) => word.startsWith(each)))
  }
}

/** 'NY-5' stays one word: NY-50 begins with it, too, and follows in natural order. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
  return plain.split(/[^\p{L}\p{N}-]+/u).filter((word) => word !== '')
}
