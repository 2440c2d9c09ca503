import { expect, test } from 'vitest'
import { shownTime } from '../../test/shown-times.ts'
import { describeNotice, type NoticeFacts } from './notice-words.ts'

const lastImport = '2026-11-20T15:08:00.000Z'

test.each<[NoticeFacts, string, string]>([
  [
    { kind: 'sync-failed', step: 'export', failureKind: 'outside-system' },
    'The export failed',
    'Locust, the spreadsheet or the storage did not do what was asked of it. The sync page says more.',
  ],
  [
    {
      kind: 'sync-failed',
      step: 'export',
      failureKind: 'outside-system',
      reason: 'Locust does not let the dashboard in.',
    },
    'The export failed',
    'Locust does not let the dashboard in. The sync page says more.',
  ],
  [
    { kind: 'sync-failed', step: 'import', failureKind: 'guard' },
    'The import failed',
    'Something unexpected happened. The sync page says more.',
  ],
  [
    { kind: 'reports-expire', reports: 12, at: '2026-12-04T05:00:00.000Z' },
    '12 old reports will be deleted',
    'They are deleted on Dec 4, 2026. Download before then what is still needed.',
  ],
  [
    { kind: 'backup-failed', dueAt: lastImport },
    'The backup failed',
    `The backup of ${shownTime('2026-11-20 10:08')} could not be made. It is tried again every hour. The System page says more.`,
  ],
  [
    { kind: 'backup-old', days: 3, lastAt: lastImport },
    'There has been no backup for 3 days',
    `The last good one was made on ${shownTime('2026-11-20 10:08')}.`,
  ],
  [
    { kind: 'import-guard', importId: null },
    'The import was stopped',
    'Too much would be lost. Nothing was changed.',
  ],
  [
    {
      kind: 'values-replaced',
      replaced: [{ kind: 'phone', replaced: 3500, values: 4000 }],
      importId: 'one',
    },
    'Most values were replaced with others',
    'The import has replaced 3,500 of 4,000 phone numbers with others. An administrator can go back to the import before it.',
  ],
  [
    { kind: 'rows-skipped', skipped: 1, rows: 3000, importId: null },
    '1 row was skipped',
    'The import left out 1 of 3,000 rows of the sheet.',
  ],
  [
    { kind: 'rows-skipped', skipped: 8, rows: 40, importId: null },
    '8 rows were skipped',
    'The import left out 8 of 40 rows of the sheet.',
  ],
  [
    { kind: 'reports-ready', targets: ['NY-1'], made: 1 },
    '1 report is ready',
    'NY-1. Download it on the Reports page.',
  ],
  [
    { kind: 'reports-ready', targets: ['NY-1', 'NY-2', 'NY-3', 'NY-4', 'NY-5'], made: 5 },
    '5 reports are ready',
    'NY-1, NY-2, NY-3, and 2 others. Download them on the Reports page.',
  ],
  [
    { kind: 'reports-ready', made: 172, circuits: 1, congregations: 171 },
    '172 reports are ready',
    '1 circuit report and 171 congregation reports. Download them on the Reports page.',
  ],
  [
    { kind: 'reports-failed', total: 5, made: 0 },
    'Reports could not be made',
    'None of 5 were made. The Reports page says more.',
  ],
  [
    { kind: 'reports-failed', total: 5, made: 1 },
    'Reports could not be made',
    '1 of 5 was made. The Reports page says more.',
  ],
  [
    { kind: 'sync-skipped', dueAt: lastImport },
    'A scheduled sync was skipped',
    `It was due on ${shownTime('2026-11-20 10:08')}, while another sync was under way.`,
  ],
  [
    { kind: 'schedule-missed', dueAt: lastImport, isMadeUp: true },
    'A scheduled sync was missed',
    `It was due on ${shownTime('2026-11-20 10:08')}, while no server was running. It runs now instead.`,
  ],
  [
    { kind: 'schedule-missed', dueAt: lastImport, isMadeUp: false },
    'A scheduled sync was missed',
    `It was due on ${shownTime('2026-11-20 10:08')}, while no server was running. The next one runs at its time.`,
  ],
  [
    { kind: 'data-old', days: 7, lastImport },
    'The data is more than 7 days old',
    `The last import was on ${shownTime('2026-11-20 10:08')}.`,
  ],
  [
    { kind: 'codes-refused', wrongCodes: 100 },
    'Codes of your authenticator app are no longer accepted',
    '100 wrong ones were entered in a row, after your password. If it was not you, change your password. A recovery code makes codes work again.',
  ],
  [
    { kind: 'administrator-made' },
    'There is a new administrator',
    'Somebody was given the role Administrator. The audit log says who, and by whom.',
  ],
  [
    { kind: 'password-set', how: 'password' },
    'A password was set by an administrator',
    'It is that of another user. The audit log says whose, and by whom.',
  ],
  [
    { kind: 'password-set', how: 'link' },
    'A link to set a password was made',
    'It is that of another user. The audit log says whose, and by whom.',
  ],
  [
    { kind: 'recovered', what: 'import' },
    'The import works again',
    'The volunteers of the sheet were imported.',
  ],
  [
    { kind: 'recovered', what: 'data' },
    'The data is up to date again',
    'The volunteers of the sheet were imported.',
  ],
])('%j is put into words', (facts, title, text) => {
  expect(describeNotice(facts)).toMatchObject({ title, text })
})

test.each(['import-guard', 'rows-skipped'] as const)(
  '%s links to the page of its import',
  (kind) => {
    const facts = { kind, importId: 'some-id', skipped: 1, rows: 2 }
    expect(describeNotice(facts).link).toBe('/dashboard/sync/imports/some-id')
    expect(describeNotice({ ...facts, importId: null }).link).toBe('/dashboard/sync')
  },
)
