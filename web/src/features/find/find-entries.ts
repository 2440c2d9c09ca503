import { countOf, formatCount } from '@dashboard/contract/counts'
import { foldWords } from '@dashboard/contract/fold-text'
import type { LookupOptions, Report } from '@dashboard/contract/reports'
import type { ListedVolunteer } from '@dashboard/contract/volunteers'
import { outsideSystem } from '../../format/installation.ts'
import {
  circuitAddress,
  congregationAddress,
  paths,
  volunteerAddress,
  volunteersAddress,
} from '../../paths.ts'
import { pageNames } from '../../session/page-names.ts'
import type { HelpTopic } from './help.ts'

type FindTarget =
  | { href: string }
  | { open: Pick<Report, 'id' | 'filename'> }
  | { run: 'sync' | 'help' }
  /** The title of a help topic. */
  | { help: string }

export type FindKind = 'Person' | 'Page' | 'Action' | 'Circuit' | 'Congregation' | 'Report' | 'Help'

export interface FindEntry {
  /** Unique among the results. */
  id: string
  kind: FindKind
  label: string
  /** Muted text below. */
  detail?: string
  person?: ListedVolunteer
  target: FindTarget
}

const actions: readonly FindEntry[] = [
  {
    id: 'action:sync',
    kind: 'Action',
    label: 'Run sync',
    detail: `Export from ${outsideSystem} and import`,
    target: { run: 'sync' },
  },
  {
    id: 'action:help',
    kind: 'Action',
    label: 'Help and keyboard shortcuts',
    target: { run: 'help' },
  },
]

/** Entries that need all circuits (docs/accounts.md#limited-users). */
const forAllCircuits: ReadonlySet<string> = new Set(['action:sync', 'page:Columns'])

interface Who {
  lookups: LookupOptions | undefined
  help: readonly HelpTopic[]
  isAdmin: boolean
  /** The user is limited to some circuits, and can neither run a sync nor read the sheet. */
  isLimited: boolean
}

/** The most results of one kind, so that people stay in view. */
const perKind = 4

/**
 * Returns pages, actions, places and help in which every typed word begins a word; without any word, pages and actions.
 * `total` says how many there are in all; the entries are the first of each kind.
 */
export function localEntries(text: string, { lookups, help, isAdmin, isLimited }: Who) {
  const matches = matcherOf(text)
  /** Chooses places by their name, with or without the words before it in its entry. */
  const find = (names: readonly string[] = [], before = '') =>
    names.filter((name) => matches(`${before} ${name}`))
  const shownPages = pageNames
    .filter(([, href]) => isAdmin || !href.startsWith(paths.settings))
    .map(([label, href]): FindEntry => {
      return { id: `page:${label}`, kind: 'Page', label, target: { href } }
    })
  const open = [...shownPages, ...actions].filter(({ id }) => !isLimited || !forAllCircuits.has(id))
  if (text.trim() === '') return { entries: open, total: open.length }
  const circuitOf = new Map(
    Object.entries(lookups?.circuitCongregationMap ?? {}).flatMap(([circuit, names]) =>
      names.map((name) => [name, circuit] as const),
    ),
  )
  const kinds = [
    find(lookups?.circuits, 'Circuit').map(circuitEntry),
    find(lookups?.congregations).map((name) => congregationEntry(name, circuitOf.get(name))),
    open.filter(({ label }) => matches(label)),
    find(lookups?.circuits, 'Reports of').map(reportsEntry),
    help.flatMap((topic) => helpEntries(topic, matches)),
  ]
  return {
    entries: kinds.flatMap((entries) => entries.slice(0, perKind)),
    total: kinds.flat().length,
  }
}

/** Returns how many were found, and how many of them are shown. */
export function countText(found: number, shown: number): string {
  if (found === 0) return 'Nothing found'
  return found > shown
    ? `${formatCount(found)} found, ${formatCount(shown)} shown`
    : countOf(found, 'result')
}

export function personEntry(person: ListedVolunteer): FindEntry {
  const label = `${person.lastName}, ${person.firstName}`
  const target = { href: volunteerAddress(person.id) }
  return { id: `person:${person.id}`, kind: 'Person', label, person, target }
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

/** Returns the questions that contain the words, with their answers and the name of the screen. */
function helpEntries({ title, questions }: HelpTopic, matches: Matches): FindEntry[] {
  return questions
    .filter(({ question, answer }) => matches(`${title} ${question} ${answer}`))
    .map(({ question }) => ({
      id: `help:${title}:${question}`,
      kind: 'Help',
      label: question,
      detail: title,
      target: { help: title },
    }))
}

type Matches = (label: string) => boolean

function matcherOf(text: string): Matches {
  const wanted = foldWords(text)
  return (label) => {
    const words = foldWords(label)
    return wanted.every((each) => words.some((word) => word.startsWith(each)))
  }
}
