import { isOfEmergency } from '@dashboard/contract/audited-values'
import { foldWord } from '@dashboard/contract/fold-text'
import { matchHeader } from '../spreadsheets/sheet-columns.ts'
import { dayOfWord, slotOfWord } from './column-words.ts'
import { isTime } from './day-cells.ts'
import { guessByTitle } from './guess-use.ts'
import { findUse, isOfVolunteer } from './title-words.ts'

/**
 * Returns one row of titles for titles over two rows, where days are above the parts of the day: 'Monday' above 'AM'
 * and 'PM' becomes 'Monday AM' and 'Monday PM'. A day or the name of a group counts for the blank cells after it, as a
 * merged cell has its text in the first: 'Emergency contact' above 'Phone' stays before it, 'Volunteer' above 'Name'
 * does not. Other titles may be in either row, if the other one is blank. `undefined` if the lower row holds anything
 * else.
 */
export function joinTitles(
  upper: readonly string[],
  lower: readonly string[],
): string[] | undefined {
  let over = ''
  let joined = 0
  const titles: string[] = []
  for (let position = 0; position < Math.max(upper.length, lower.length); position += 1) {
    const above = upper[position]?.trim() ?? ''
    const below = lower[position]?.trim() ?? ''
    if (above !== '') over = above
    // A title may be merged over both rows.
    if (below === '' || below === above) {
      titles.push(above)
      continue
    }
    if (dayOfWord.has(foldWord(over)) && namesTime(below)) {
      titles.push(`${over} ${below}`)
      joined += 1
      continue
    }
    // Below a row of titles there are the cells of the first person.
    const isTitle = findUse(below) !== undefined || matchHeader([below]).positions.size > 0
    if (above !== '' && !isTitle) return undefined
    titles.push(isOfOther(over) ? `${over} ${below}` : below)
  }
  return joined > 1 ? titles : undefined
}

/** Returns whether the name of a group is about somebody else, and not about the volunteer or a title itself. */
function isOfOther(group: string): boolean {
  return isOfEmergency(group) || (guessByTitle(group) === undefined && !isOfVolunteer(group))
}

function namesTime(text: string): boolean {
  return slotOfWord.has(foldWord(text)) || (isTime(text) && text.length < 20)
}
