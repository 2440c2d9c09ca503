import type {
  ColumnMatch,
  ColumnUse,
  MatchedColumn,
  NameOrder,
  SheetHead,
} from '@dashboard/contract/columns'
import { mostly } from './cell-kinds.ts'
import { putsFamilyFirst } from './column-words.ts'
import { correctGuesses } from './correct-guesses.ts'
import { findWords } from './find-words.ts'
import { type Guess, guessByTitle, guessUse, isDay, noGuess } from './guess-use.ts'
import { eastAsianName } from './split-name.ts'
import { saysUnavailable } from './title-words.ts'

/**
 * Proposes a use for each column that its title names, where its cells agree. `rows` are the sampled rows below the
 * titles, `above` those over them. `questions` are the uses that somebody has to choose a column for, `wordCounts`
 * counts each word in the rows.
 */
export function proposeMatch(
  titles: readonly string[],
  rows: readonly string[][],
  above: readonly string[][] = [],
) {
  const cellsOf = (position: number) =>
    rows.map((row) => row[position]?.trim() ?? '').filter((cell) => cell !== '')
  const guesses = titles.map((title, position) => guessUse(title, cellsOf(position)))
  correctGuesses(guesses, titles, cellsOf)
  if (above.flat().some(saysUnavailable)) leaveOutDays(guesses)
  const columns = guesses.map(
    ({ use, slot }, position): MatchedColumn => ({
      title: titles[position]?.trim() ?? '',
      use,
      slot,
    }),
  )
  const fullName = guesses.findIndex(({ use }) => use === 'Full Name')
  const words = findWords(columns, cellsOf)
  const match: ColumnMatch = {
    columns,
    nameOrder: guessNameOrder(titles[fullName] ?? '', fullName < 0 ? [] : cellsOf(fullName)),
    words: words.map(({ count, ...word }) => word),
  }
  return {
    match,
    certainty: guesses.map(({ certainty }) => certainty),
    questions: questionsOf(guesses),
    wordCounts: words.map(({ count }) => count),
  }
}

function leaveOutDays(guesses: Guess[]): void {
  for (const guess of guesses)
    if (guess.use === 'Days' || isDay(guess.use)) Object.assign(guess, noGuess)
}

/** Returns the uses that no column has, with the columns that could have them. */
function questionsOf(guesses: readonly Guess[]): SheetHead['questions'] {
  const isRead = (wanted: ColumnUse) => guesses.some(({ use }) => use === wanted)
  const asked = Map.groupBy(guesses.keys(), (position) => guesses[position]?.couldBe)
  return [...asked].flatMap(([use, positions]) =>
    use === undefined || isRead(use) ? [] : [{ use, positions }],
  )
}

/** Returns the row of titles: the one among the first twenty that names most columns, and at least two. */
export function findTitles(rows: readonly string[][]): number | undefined {
  let best: { row: number; known: number } | undefined
  for (const [row, cells] of rows.slice(0, 20).entries()) {
    const uses = cells.map((title) => guessByTitle(title)).filter((guess) => guess !== undefined)
    const known = new Set(uses.map(({ use, slot }) => `${use} ${slot ?? ''}`)).size
    if (known >= 2 && known > (best?.known ?? 0)) best = { row, known }
  }
  if (best !== undefined) return best.row
  const widest = rows
    .slice(0, 20)
    .findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length >= 4)
  return widest < 0 ? undefined : widest
}

/** 'Иванов Иван Иванович', 'DUPONT Jean'. */
const familyFirst = /^(?:\p{Lu}{2,} \p{Lu}\p{Ll}+|\S+ \S+ \S+(?:ич|вна|чна))$/u

function guessNameOrder(title: string, cells: readonly string[]): NameOrder {
  if (mostly(cells, (cell) => cell.includes(','))) return 'comma'
  const isFamilyFirst =
    putsFamilyFirst(title) ||
    mostly(cells, (cell) => [familyFirst, eastAsianName].some((pattern) => pattern.test(cell)))
  return isFamilyFirst ? 'family-first' : 'last-word'
}
