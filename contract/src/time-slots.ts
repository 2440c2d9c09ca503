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
  const text = timeSlot.toLowerCase()
  // The number of 'Shift 2' is no hour.
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
  return startMinute(a) - startMinute(b) || a.localeCompare(b, 'en', { numeric: true })
}
