import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const markName = '.sheet-folder'

/**
 * Returns the mark of the folder that holds the sheet, which is written when there is none: servers that read one mark
 * share the folder. `undefined` where the folder cannot be used, which the check of the spreadsheet reports.
 */
export async function markSheetFolder(sheetPath: string): Promise<string | undefined> {
  const path = join(dirname(sheetPath), markName)
  await writeFile(path, randomUUID(), { flag: 'wx' }).catch(() => {})
  const mark = await readFile(path, 'utf8').catch(() => '')
  return mark || undefined
}
