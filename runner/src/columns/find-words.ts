import type { ColumnUse, MatchedColumn, MatchedWord } from '@dashboard/contract/columns'
import { foldWord } from '@dashboard/contract/fold-text'
import { flagColumns } from '@dashboard/contract/sheet-columns'
import { isErrorCell } from '../spreadsheets/error-cells.ts'
import { isDate, readMarks, saysNo } from './column-words.ts'
import {
  isTime,
  partsOf,
  slotsByDay,
  slotsOfDay,
  splitSlots,
  timesOf,
  timesOfDay,
} from './day-cells.ts'
import { anyDate, noWords, readFlagCell, wordKey } from './day-tokens.ts'
import { dayUses, isDay } from './guess-use.ts'

const flagUses: ReadonlySet<ColumnUse> = new Set(flagColumns.map(({ title }) => title))
/** Words of our own format; a sheet that uses only these needs no questions. */
const ownFlags = /^(?:yes|y|true|1|x|checked|no|n|false|0)?$/i

interface FoundWord extends MatchedWord {
  count: number
}

/**
 * Returns words of the sheet that our own format does not have, with their probable meanings and how often they occur;
 * at most a few hundred.
 */
export function findWords(
  columns: readonly MatchedColumn[],
  cellsOf: (position: number) => string[],
): FoundWord[] {
  const found = new Map<string, FoundWord>()
  const add = (kind: MatchedWord['kind'], word: string, meaning: string) => {
    const key = `${kind} ${wordKey(word)}`
    const known = found.get(key)
    if (known) known.count += 1
    else if (word.length <= 200 && found.size < 200)
      found.set(key, { kind, word, meaning, count: 1 })
  }
  const marks = findMarks(
    columns.flatMap(({ use }, position) =>
      flagUses.has(use) || dayUses.has(use) ? cellsOf(position) : [],
    ),
  )
  const meaningOfMark = new Map(marks.map(({ word, meaning }) => [word, meaning]))
  for (const [position, { use, slot }] of columns.entries()) {
    const all = cellsOf(position)
    const isAsked = flagUses.has(use) || dayUses.has(use)
    for (const cell of isAsked ? all : []) {
      const meaning = meaningOfMark.get(cell)
      if (meaning !== undefined) add('flag', cell, meaning)
    }
    const cells = all.filter((cell) => !meaningOfMark.has(cell))
    if (flagUses.has(use)) {
      for (const cell of cells)
        if (!ownFlags.test(cell) && !isErrorCell(cell))
          add('flag', isDate(cell) ? anyDate : cell, readFlagCell(cell, noWords) ?? '')
    }
    if (use === 'Days' && (slot === null || timesOf(slot) !== undefined))
      for (const cell of cells) {
        for (const part of partsOf(cell)) {
          const [word = ''] = part.split(/[\s:.(-]+/u)
          const day = noWords.day(word)
          if (day !== undefined && foldWord(word) !== day.toLowerCase()) add('day', word, day)
        }
        for (const { text, why } of slotsByDay(cell, noWords).unrecognized)
          if (why === 'unknown') add('slot', text, '')
      }
    if (!isDay(use) || slot !== null) continue
    for (const part of cells
      .filter((cell) => !isErrorCell(cell))
      .flatMap((cell) => splitSlots(cell, noWords))) {
      const known = noWords.slot(part)
      const isNo = saysNo(part) || noWords.flag(part) === 'no'
      if (known !== undefined) {
        if (known.toLowerCase() !== part.toLowerCase()) add('slot', part, known)
      } else if (!isNo && !isTime(part) && timesOfDay(part, noWords, use) === undefined)
        add('slot', part, slotsOfDay(part, noWords, null, use).slots)
    }
  }
  return [...found.values()]
}

/** Returns the marks among cells that mean something only together, with their meaning; blank if nobody knows it. */
export function findMarks(cells: readonly string[]): MatchedWord[] {
  const meaningOf = readMarks(cells)
  return [...new Set(cells)].flatMap((word) => {
    const meaning = meaningOf(word)
    return meaning === undefined ? [] : [{ kind: 'flag', word, meaning }]
  })
}
