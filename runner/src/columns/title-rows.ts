import { hasKnownTime } from '@dashboard/contract/time-slots'
import { dayOfWord, foldWord, slotOfWord } from './column-words.ts'

/**
 * Returns one row of titles for titles over two rows, where days are above the parts of the day: 'Monday' above 'AM'
 * and 'PM' becomes 'Monday AM' and 'Monday PM'. A day counts for the blank cells after it, as a merged cell has its
 * text in the first. Other titles may be in either row, with nothing in the other. `undefined` where the lower row
 * holds anything else.
 */
export function joinTitles(
  upper: readonly string[],
  lower: readonly string[],
): string[] | undefined {
  let day = ''
  let joined = 0
  const titles: string[] = []
  for (let position = 0; position < Math.max(upper.length, lower.length); position += 1) {
    const above = upper[position]?.trim() ?? ''
    const below = lower[position]?.trim() ?? ''
    if (above !== '') day = dayOfWord.has(foldWord(above)) ? above : ''
    // A title may be merged over both rows.
    if (below === '' || below === above) {
      titles.push(above)
      continue
    }
    if (day !== '' && namesTime(below)) {
      titles.push(`${day} ${below}`)
      joined += 1
      continue
    }
    if (above !== '') return undefined
    day = ''
    titles.push(below)
  }
  return joined > 1 ? titles : undefined
}

function namesTime(text: string): boolean {
  return slotOfWord.has(foldWord(text)) || (hasKnownTime(text) && text.length < 20)
}
