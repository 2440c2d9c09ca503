import type { Db } from '@dashboard/store/database/open-database'
import { readSettings } from '@dashboard/store/settings/settings'
import { createWrongNumberIds } from '../src/call-lists/wrong-numbers.ts'
import { createNoticeLoop } from '../src/notices/notice-loop.ts'
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

/** Creates the loop for notices, without channels and limits but those given. */
export function noticeLoopOf(
  db: Db,
  given: Partial<Parameters<typeof createNoticeLoop>[0]>,
): ReturnType<typeof createNoticeLoop> {
  return createNoticeLoop({
    db,
    channels: new Map(),
    settings: readSettings({ NOTICE_DATA_AGE_DAYS: '0' }),
    week: weekReaderOf(db),
    log: { info() {}, warn() {} },
    ...given,
  })
}
