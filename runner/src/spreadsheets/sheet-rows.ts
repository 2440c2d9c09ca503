/** Leaves out blank rows at the end, of which spreadsheets keep thousands. */
export async function* withoutBlankEnd(
  rows: AsyncIterable<string[]> | Iterable<string[]>,
): AsyncGenerator<string[]> {
  let blank = 0
  for await (const row of rows) {
    if (row.every((cell) => cell.trim() === '')) {
      blank += 1
      continue
    }
    for (; blank > 0; blank--) yield []
    yield row
  }
}
