import type { Db } from '@dashboard/store/database/open-database'
import { createWrongNumberIds } from '../src/call-lists/wrong-numbers.ts'
import { createIndexReader } from '../src/volunteers/search/build-index.ts'
import { createWeekReader } from '../src/weekly-mail/week-reader.ts'

/** Returns what reads the weekly mail, as the server has it. */
export function weekReaderOf(db: Db) {
  return createWeekReader({
    db,
    settings: { reportPaper: 'us-letter' },
    readIndex: createIndexReader(db),
    readWrongNumbers: createWrongNumberIds(db),
  })
}
