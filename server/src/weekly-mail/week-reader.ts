import {
  callCountsText,
  callListState,
  callListStateLabels,
  callListsByWeek,
  placeName,
  timeText,
} from '@dashboard/contract/call-list-week'
import { compareNames } from '@dashboard/contract/compare-names'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { localDate, localDay } from '@dashboard/contract/local-time'
import { listNames } from '@dashboard/contract/name-list'
import { correctionReasons, volunteerMarks } from '@dashboard/contract/volunteer-labels'
import { isThin, slotRows, timesOfWeek, type WeekTime } from '@dashboard/contract/week-gaps'
import { readVersions } from '@dashboard/store/database/data-versions'
import type { Db } from '@dashboard/store/database/open-database'
import { everyCircuit, type Scope } from '@dashboard/store/database/scope'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { readFrameDigest } from '@dashboard/store/reports/report-contents'
import type { Settings } from '@dashboard/store/settings/settings'
import { readIsTrainingKnown } from '@dashboard/store/volunteers/availability'
import { readCallLists } from '../call-lists/read-call-list.ts'
import type { ReadWrongNumberIds } from '../call-lists/wrong-numbers.ts'
import { readReportCoverage } from '../coverage/newest-reports.ts'
import { createWeekCounter } from '../coverage/volunteer-counts.ts'
import { cacheNewest } from '../http/cache-newest.ts'
import { sumChangesSince } from '../imports/changes-of-week.ts'
import type { MessageItem } from '../notices/channels/channel.ts'
import type { Week, WeekReader } from '../notices/outbox/weekly-mail.ts'
import type { VolunteerIndex } from '../volunteers/search/build-index.ts'
import { findVolunteers } from '../volunteers/search/find-volunteers.ts'

/** A paragraph of the mail: counts without anybody's name, and the page that shows them. */
type Paragraph = Pick<MessageItem, 'kind' | 'title' | 'text' | 'link'>

/** How many of each kind are named; the others are counted. */
const namedLists = 5
const namedCircuits = 10
const namedTimes = 6
/** Where so many can serve, a time is not thin. */
const enough = 2

const dashboard = '/dashboard'

interface Dependencies {
  db: Db
  settings: Pick<Settings, 'reportPaper'>
  readIndex(): Promise<VolunteerIndex>
  readWrongNumbers: ReadWrongNumberIds
}

/** What can change without a new version of the data. */
interface Facts {
  frame: string
  /** YYYY-MM-DD */
  today: string
}

/** Returns the reader of the weekly mail. Each paragraph comes from the function of the page that it links to. */
export function createWeekReader(dependencies: Dependencies): WeekReader {
  const { db, settings, readIndex } = dependencies
  const countWeek = createWeekCounter(readIndex)
  const cachedItems = cacheNewest<readonly MessageItem[]>()

  /** Returns the times of each circuit that the scope has. */
  const readTimes = async (scope: Scope) => {
    const { circuits } = await readIndex()
    const visible = circuits.filter((name) => scope.circuits?.includes(name) ?? true)
    const times = new Map<string, readonly WeekTime[]>()
    for (const circuit of visible) {
      times.set(circuit, timesOfWeek(slotRows(await countWeek(scope, { circuit }))))
    }
    return times
  }

  const readParagraphs = async (scope: Scope, week: Week, { frame, today }: Facts) => {
    const visible = within(db, scope)
    const isTrainingKnown = await readIsTrainingKnown(db)
    return [
      ...(await callListParagraphs(visible, { isTrainingKnown, today })),
      ...thinParagraphs(await readTimes(scope), week),
      ...(await changeParagraphs(visible, week)),
      ...(await correctionParagraphs(dependencies, scope)),
      ...(await reportParagraphs(visible, frame)),
    ]
  }

  return {
    async readCounts() {
      const times = await readTimes(everyCircuit)
      return Object.fromEntries(
        [...times].map(([circuit, ofCircuit]) => [
          circuit,
          Object.fromEntries(ofCircuit.map(({ slot, count }) => [slot, Math.min(count, enough)])),
        ]),
      )
    },
    async readItems(scope, week) {
      const facts = { frame: await readFrameDigest(db, settings), today: localDay(Date.now()) }
      const versions = await readVersions(db, ['reports', 'volunteers', 'imports', 'calls'])
      // The paragraphs depend on the circuits alone: users with the same ones share them.
      return cachedItems(
        scope.key,
        [week.dueAt, ...Object.values(facts), ...versions].join(' '),
        async () =>
          (await readParagraphs(scope, week, facts)).map((paragraph, index) => ({
            ...paragraph,
            id: String(index),
            createdAt: week.dueAt,
          })),
      )
    },
  }
}

/** Says how far each call list of the week is, the soonest first. */
async function callListParagraphs(
  db: ScopedDb,
  { isTrainingKnown, today }: { isTrainingKnown: boolean; today: string },
): Promise<Paragraph[]> {
  const { week } = callListsByWeek(await readCallLists(db, { isTrainingKnown, today }), today)
  const kind = 'call-list'
  const named = week.slice(0, namedLists).map((list) => ({
    kind,
    title: `${placeName(list)}, ${timeText(list)}: ${callListStateLabels[callListState(list)]}`,
    text: `${callCountsText(list)}.`,
    link: `/dashboard/calls/${encodeURIComponent(list.id)}`,
  }))
  const others = week.slice(namedLists)
  if (others.length === 0) return named
  const short = others.filter((list) => callListState(list) === 'short').length
  const title = `${countOf(others.length, 'more call list')} this week: ${formatCount(short)} short`
  const text = 'Fill a Cart shows the whole week.'
  return [...named, { kind, title, text, link: '/dashboard/calls' }]
}

/** Says for each circuit at which times fewer can serve than on the Monday before, and at which enough can again. */
function thinParagraphs(
  timesOf: ReadonlyMap<string, readonly WeekTime[]>,
  { before }: Week,
): Paragraph[] {
  if (before === null) return []
  const all = [...timesOf].flatMap(([circuit, times]) => {
    // A circuit that is new has nothing to compare with.
    const was = before.counts[circuit]
    return (was && thinParagraph(circuit, times, { was, since: before.dueAt })) ?? []
  })
  const others = all.length - namedCircuits
  if (others <= 0) return all
  const title = `Thin times have changed in ${countOf(others, 'more circuit')}`
  const text = 'The pages of circuits show the times.'
  return [...all.slice(0, namedCircuits), { kind: 'thin-times', title, text, link: dashboard }]
}

function thinParagraph(
  circuit: string,
  times: readonly WeekTime[],
  { was, since }: { was: Readonly<Record<string, number>>; since: string },
): Paragraph | undefined {
  // A time slot that nobody had then is in neither.
  const thinner = times.filter((time) => isThin(time) && time.count < (was[time.slot] ?? 0))
  const better = times.filter((time) => !isThin(time) && (was[time.slot] ?? enough) < enough)
  const [first] = thinner
  if (!first && better.length === 0) return undefined
  const sentences = [
    ['Nobody on', thinner.filter(({ count }) => count === 0)],
    ['Only one on', thinner.filter(({ count }) => count === 1)],
    ['Two or more now on', better],
  ] as const
  const texts = sentences.flatMap(([words, of]) => {
    const names = of.map(({ text }) => text)
    return names.length === 0 ? [] : `${words} ${listNames(names, namedTimes)}.`
  })
  const name = encodeURIComponent(circuit)
  return {
    kind: 'thin-times',
    title: first
      ? `${circuit}: ${countOf(thinner.length, 'time')} became thinner`
      : `${circuit}: ${countOf(better.length, 'time')} no longer thin`,
    text: [...texts, `Since ${localDate(since)}.`].join(' '),
    link: first
      ? `/dashboard/calls?${new URLSearchParams({ circuit, slots: first.slot })}`
      : `/dashboard/circuits/${name}`,
  }
}

/** Says how many have joined, left and moved by the imports of the week. */
async function changeParagraphs(db: ScopedDb, { weekAgo }: Week): Promise<Paragraph[]> {
  const found = await sumChangesSince(db, weekAgo)
  if (!found) return []
  const { from, until, sum } = found
  const common = {
    kind: 'changes',
    link: `/dashboard/sync/imports/${from.id}?show=since&until=${until}`,
  }
  const since = `Since the import of ${localDate(from.completedAt)}`
  if (sum === undefined) {
    const text = `${since} there are too many changes to add up, or some are no longer stored.`
    return [{ ...common, title: 'The volunteers have changed', text }]
  }
  const count = (wanted: string) => sum.changes.filter(({ kind }) => kind === wanted).length
  const parts = [
    [count('new'), 'joined'],
    [count('left'), 'left'],
    [count('moved'), 'moved'],
  ] as const
  const named = parts.filter(([people]) => people > 0)
  if (named.length === 0) return []
  const title = named.map(([people, what]) => `${formatCount(people)} ${what}`).join(', ')
  return [{ ...common, title, text: `${since}.` }]
}

async function correctionParagraphs(
  { readIndex, readWrongNumbers }: Dependencies,
  scope: Scope,
): Promise<Paragraph[]> {
  const marks = volunteerMarks
  const asked = { filter: { mark: marks }, scope, wrongNumbers: await readWrongNumbers(scope) }
  const { matches, facets } = findVolunteers(await readIndex(), asked, { withFacets: true })
  if (matches.size === 0) return []
  return [
    {
      kind: 'to-correct',
      title: `${countOf(matches.size, 'volunteer')} to correct`,
      text: `${correctionReasons(matches.size, facets?.mark ?? {})}.`,
      link: `/dashboard/volunteers?${new URLSearchParams(marks.map((mark) => ['mark', mark]))}`,
    },
  ]
}

async function reportParagraphs(db: ScopedDb, frame: string): Promise<Paragraph[]> {
  const circuits = await db.selectFrom('circuits').select('name').execute()
  const reportOf = await readReportCoverage(db, frame)
  const stale = circuits.map(({ name }) => name).filter((name) => reportOf(name).report === 'stale')
  if (stale.length === 0) return []
  return [
    {
      kind: 'reports',
      title: `${countOf(stale.length, 'circuit report')} out of date`,
      text: `${listNames(stale.toSorted(compareNames), namedCircuits)}.`,
      link: dashboard,
    },
  ]
}
