import { days } from '@dashboard/contract/coverage'
import { whenUsed } from '@dashboard/contract/when-used'
import type { SlotRow } from './availability.ts'

/** Of more gaps the sentence only says how many there are. */
const mostNamed = 6

/** When nobody can serve, in words: 'Nobody on Wednesday evenings and all Sundays.' */
export function gapsText(rows: readonly SlotRow[]): string {
  if (rows.length === 0) return ''
  const gaps = gapsOf(rows)
  if (gaps.length === 0) return 'Every time of the week has somebody.'
  if (gaps.length === days.length && gaps.every((gap) => gap.startsWith('all '))) {
    return 'Nobody is available at any time.'
  }
  const named = gaps.slice(0, mostNamed)
  const others = gaps.length - named.length
  if (others > 0) named.push(`at ${others} other ${others === 1 ? 'time' : 'times'}`)
  return `Nobody on ${listFormat().format(named)}.`
}

const listFormat = whenUsed(() => new Intl.ListFormat('en-US', { type: 'conjunction' }))

/** Through the week; a day without anybody is one gap. */
function gapsOf(rows: readonly SlotRow[]): string[] {
  return days.flatMap((day, number) => {
    const empty = rows.filter(({ counts }) => counts[number] === 0)
    if (empty.length === rows.length) return [`all ${day}s`]
    return empty.map(({ slot }) => timeText(day, slot))
  })
}

const parts = new Set(['morning', 'midday', 'noon', 'afternoon', 'evening', 'night'])

/** 'Wednesday evenings', or 'Wednesdays, 14:00-16:00'. */
function timeText(day: string, slot: string): string {
  const word = slot.toLowerCase()
  return parts.has(word) ? `${day} ${word}s` : `${day}s, ${slot}`
}
