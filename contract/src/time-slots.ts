import { compareNames } from './compare-names.ts'
import { memoize } from './memoized-texts.ts'

const partsOfDay = [
  ['morning', 8],
  ['midday', 12],
  ['noon', 12],
  ['lunch', 12],
  ['afternoon', 14],
  ['evening', 18],
  ['night', 21],
] as const

const lastHour = 24
const numbered = /^\p{L}+[ -]?\d{1,2}$/u

/** Whether a slot, such as `Morning` or `14:00-16:00`, contains a time of day. */
export function hasKnownTime(timeSlot: string): boolean {
  return startMinute(timeSlot) < lastHour * 60
}

/** Returns the minute after midnight at which a slot begins; slots without a known time are sorted last. */
function startMinute(timeSlot: string): number {
  const span = readSpan(timeSlot)
  if (span !== undefined) return span.start
  const text = timeSlot.toLowerCase()
  // The number of 'Shift 2' is not an hour.
  const clock = numbered.test(text) ? null : /(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m)?/.exec(text)
  if (clock) {
    const hour = Number(clock[1]) % (clock[3] ? 12 : 24)
    return (hour + (clock[3]?.startsWith('p') ? 12 : 0)) * 60 + Number(clock[2] ?? 0)
  }
  // "Afternoon" contains "noon", so the longest matching word decides.
  const fitting = partsOfDay
    .filter(([word]) => text.includes(word))
    .sort(([a], [b]) => b.length - a.length)
  if (fitting[0] === undefined) return lastHour * 60
  const shift = /\bearly\b/.test(text) ? -1 : /\blate\b/.test(text) ? 1 : 0
  return (fitting[0][1] + shift) * 60
}

/** Orders time slots through the day: `Morning`, `14:00-16:00`, `6 pm`, then names without a time. */
export function compareTimeSlots(a: string, b: string): number {
  return startMinute(a) - startMinute(b) || compareNames(a, b)
}

/** A time in minutes after midnight; beyond 24 hours for a shift past midnight. The end of `6 pm` is not known. */
interface Span {
  start: number
  end: number | undefined
}

interface ClockTime {
  minute: number
  /** `minute`, and 12 hours later where neither `am` nor `pm` says which of them is meant. */
  readings: readonly number[]
  hasHalf: boolean
}

const dayMinutes = lastHour * 60
const clockWords: Readonly<Record<string, string>> = {
  noon: '12 pm',
  midday: '12 pm',
  midnight: '12 am',
}
const clock =
  /^(\d{1,2})(?:[:.h](\d{2})(?::\d{2})?)? ?(?:([ap])\.?(?:m\b\.?)?|h(?:rs?)?|uhr|ч|[시時点點])?$/u
const military = /^([01]\d|2[0-4])([0-5]\d)$/
const dash = / ?[-–—] ?/
const toWord = / (?:to|bis|until|till|a|à|às|do|до) /
const fromWord =
  /^(?:after|from|since|starting|ab|nach|von|desde(?: las?)?|a partir de(?: las?)?|después de las?|à partir de|après|dès|dalle|dopo le|после|с|od|po) /
const untilWord =
  /^(?:before|until|till|bis|vor|hasta(?: las?)?|antes de(?: las?)?|avant|jusqu.à|prima delle|до|do|przed) /

/** Returns the time that a slot says in numbers, such as `9-12`, `2-4 pm` or `after 17:00`; `undefined` for a name. */
const readSpan = memoize((timeSlot: string): Span | undefined => {
  const text = timeSlot.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const afterFrom = text.replace(fromWord, '')
  const [first = '', last, ...more] = afterFrom.split(dash.test(afterFrom) ? dash : toWord)
  if (last !== undefined) {
    const from = readClock(first)
    const to = readClock(last)
    return from && to && more.length === 0 ? shortestSpan(from, to) : undefined
  }
  const time = readClock(afterFrom.replace(untilWord, ''))
  if (time === undefined) return undefined
  if (afterFrom !== text) return { start: time.minute, end: dayMinutes }
  if (untilWord.test(text)) return { start: 0, end: time.minute }
  // A number alone, or 'Noon', is a name.
  return /^(?:\d{1,2}|\p{L}+)$/u.test(text) ? undefined : { start: time.minute, end: undefined }
})

function readClock(text: string): ClockTime | undefined {
  const written = clockWords[text.replace(/^12 ?(?=noon$)/, '')] ?? text
  const [, hours, minutes = '0', half] = military.exec(written) ?? clock.exec(written) ?? []
  const hour = Number(hours)
  if (hours === undefined || hour > lastHour || Number(minutes) > 59) return undefined
  const isOf12Hours = hour >= 1 && hour <= 12
  if (half !== undefined && !isOf12Hours) return undefined
  const minute = ((half ? hour % 12 : hour) + (half === 'p' ? 12 : 0)) * 60 + Number(minutes)
  const isOpen = half === undefined && isOf12Hours
  const readings = isOpen ? [minute, (minute + dayMinutes / 2) % dayMinutes] : [minute]
  return { minute, readings, hasHalf: half !== undefined }
}

/**
 * Returns the shortest span between two times: `9-5` ends in the afternoon, `2-4 pm` begins there. Where nothing says
 * `am` or `pm`, it begins at the hour as written.
 */
function shortestSpan(from: ClockTime, to: ClockTime): Span | undefined {
  const starts = to.hasHalf ? from.readings : [from.minute]
  const lengths = starts.flatMap((start) =>
    to.readings.map((end) => ({
      start,
      minutes: ((end - start + 2 * dayMinutes - 1) % dayMinutes) + 1,
    })),
  )
  const [shortest] = lengths.sort((one, other) => one.minutes - other.minutes)
  if (shortest === undefined || (shortest.minutes === dayMinutes && shortest.start > 0)) return
  return { start: shortest.start, end: shortest.start + shortest.minutes }
}

function contains(own: Span | undefined, wanted: Span | undefined): boolean {
  if (own === undefined || wanted === undefined || own.start > wanted.start) return false
  if (own.end === undefined || wanted.end === undefined) {
    return own.end === wanted.end && own.start === wanted.start
  }
  return wanted.end <= own.end
}

/**
 * Returns a function that finds, for a time slot of somebody's week, the wanted ones that it contains: `8:00-13:00`
 * contains `9-12`, and a name only itself. This decides everywhere whether people have a time
 * (docs/volunteers.md#times).
 */
export function timesWithin(wanted: readonly string[]): (own: string) => readonly string[] {
  const spans = wanted.map((timeSlot) => ({ timeSlot, span: readSpan(timeSlot) }))
  return memoize((own) => {
    const ownSpan = readSpan(own)
    return spans.flatMap(({ timeSlot, span }) =>
      timeSlot === own || contains(ownSpan, span) ? [timeSlot] : [],
    )
  })
}

/** Whether nobody can serve at both times of one day; names overlap only themselves. */
export function overlapInTime(one: string, other: string): boolean {
  if (one === other) return true
  const [first, second] = [readSpan(one), readSpan(other)]
  if (first === undefined || second === undefined) return false
  const endOf = ({ start, end = start + 1 }: Span) => end
  return first.start < endOf(second) && second.start < endOf(first)
}

/** Returns a text that is equal for all spellings of one time: `9-12` and `9:00-12:00`. */
function timeKey(timeSlot: string): string {
  const span = readSpan(timeSlot)
  return span === undefined ? timeSlot : `${span.start} ${span.end}`
}

export function isSameTime(one: string, other: string): boolean {
  return timeKey(one) === timeKey(other)
}

/** Returns these time slots through the day, each time once, in one of its spellings. */
export function distinctTimes(timeSlots: Iterable<string>): string[] {
  const ordered = [...new Set(timeSlots)].sort(compareTimeSlots)
  const keys = ordered.map(timeKey)
  return ordered.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)
}
