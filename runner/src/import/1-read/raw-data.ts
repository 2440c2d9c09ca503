import { toJson } from '@dashboard/store/database/column-values'

/** What JSON may not hold as it is. */
const escaped = /["\\\p{Cc}\p{Cs}]/u

/**
 * A function that writes a row's cells that are not blank, by the titles of their columns, as JSON text. Put
 * together by hand it takes a third of the time of an object for each row.
 */
export function createRawDataWriter(
  titles: readonly string[],
): (cells: readonly string[]) => string {
  const names = titles.map((title) => `${toJson(title)}:`)
  return (cells) => {
    let text = ''
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] ?? ''
      if (cell === '') continue
      const name = names[index] ?? `${toJson(`Column ${index + 1}`)}:`
      text += `${text === '' ? '' : ','}${name}${escaped.test(cell) ? toJson(cell) : `"${cell}"`}`
    }
    return `{${text}}`
  }
}
