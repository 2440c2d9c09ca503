import { countOf, formatCount } from '@dashboard/contract/counts'
import { replacedWords, type ValueReplacement } from '@dashboard/contract/imports'
import { installation } from '@dashboard/contract/installation'
import type { FailureKind } from '@dashboard/contract/jobs'
import { localDate, localTime } from '@dashboard/contract/local-time'
import { listNames } from '@dashboard/contract/name-list'
import type { NoticeKind } from '@dashboard/contract/notices'

/** Facts of an event; they never include people's names or addresses. */
export type NoticeFacts =
  | {
      kind: 'sync-failed'
      step: 'export' | 'import'
      failureKind: FailureKind
      /** The sentence of the failure, where it is about an outside system and thus about nobody. */
      reason?: string | undefined
    }
  | { kind: 'import-guard'; importId: string | null }
  | { kind: 'rows-skipped'; skipped: number; rows: number; importId: string | null }
  | { kind: 'values-replaced'; replaced: ValueReplacement[]; importId: string }
  | { kind: 'reports-ready'; made: number; targets: string[] }
  | { kind: 'reports-ready'; made: number; circuits: number; congregations: number }
  | { kind: 'reports-failed'; total: number; made: number }
  | { kind: 'sync-skipped'; dueAt: string }
  | { kind: 'schedule-missed'; dueAt: string; isMadeUp: boolean }
  | { kind: 'data-old'; days: number; lastImport: string }
  | { kind: 'reports-expire'; reports: number; at: string }
  | { kind: 'backup-failed'; dueAt: string }
  | { kind: 'backup-old'; days: number; lastAt: string }
  | { kind: 'codes-refused'; wrongCodes: number }
  | { kind: 'administrator-made' }
  | { kind: 'password-set'; how: 'password' | 'link' }
  | { kind: 'recovered'; what: 'export' | 'import' | 'data' | 'backup' }

export interface NoticeWords {
  title: string
  text: string
  link: string
}

const syncPage = '/dashboard/sync'
const reportsPage = '/dashboard/reports'
const systemPage = '/admin/system'
const auditPage = '/admin/audit'
const profilePage = '/profile'
const namedTargets = 3

/** Returns the page of an import, including one that the guard has stopped. */
const importPage = (id: string | null) => (id === null ? syncPage : `${syncPage}/imports/${id}`)

type WordsOf = { [Kind in NoticeFacts['kind']]: (facts: FactsOf<Kind>) => NoticeWords }
type FactsOf<Kind extends NoticeKind> = Extract<NoticeFacts, { kind: Kind }>

const wordsOf: WordsOf = {
  'sync-failed': ({ step, failureKind, reason }) => ({
    title: step === 'export' ? 'The export failed' : 'The import failed',
    text: `${reason ?? reasons()[failureKind] ?? reasons().other} The sync page says more.`,
    link: syncPage,
  }),
  'import-guard': ({ importId }) => ({
    title: 'The import was stopped',
    text: 'Too much would be lost. Nothing was changed.',
    link: importPage(importId),
  }),
  'rows-skipped': ({ skipped, rows, importId }) => ({
    title: `${countOf(skipped, 'row')} ${skipped === 1 ? 'was' : 'were'} skipped`,
    text: `The import left out ${formatCount(skipped)} of ${formatCount(rows)} rows of the sheet.`,
    link: importPage(importId),
  }),
  'values-replaced': ({ replaced, importId }) => ({
    title: 'Most values were replaced with others',
    text: `The import has replaced ${listReplaced(replaced)} with others. An administrator can go back to the import before it.`,
    link: importPage(importId),
  }),
  'reports-ready': ({ made, ...of }) => {
    const what =
      'targets' in of
        ? listNames(of.targets, namedTargets)
        : `${countOf(of.circuits, 'circuit report')} and ${countOf(of.congregations, 'congregation report')}`
    return {
      title: `${countOf(made, 'report')} ${made === 1 ? 'is' : 'are'} ready`,
      text: `${what}. Download ${made === 1 ? 'it' : 'them'} on the Reports page.`,
      link: reportsPage,
    }
  },
  'reports-failed': ({ total, made }) => ({
    title: 'Reports could not be made',
    text: `${made === 0 ? 'None' : formatCount(made)} of ${formatCount(total)} ${made === 1 ? 'was' : 'were'} made. The Reports page says more.`,
    link: reportsPage,
  }),
  'sync-skipped': ({ dueAt }) => ({
    title: 'A scheduled sync was skipped',
    text: `It was due on ${localTime(dueAt)}, while another sync was under way.`,
    link: syncPage,
  }),
  'schedule-missed': ({ dueAt, isMadeUp }) => ({
    title: 'A scheduled sync was missed',
    text: `It was due on ${localTime(dueAt)}, while no server was running. ${isMadeUp ? 'It runs now instead.' : 'The next one runs at its time.'}`,
    link: syncPage,
  }),
  'data-old': ({ days, lastImport }) => ({
    title: `The data is more than ${countOf(days, 'day')} old`,
    text: `The last import was on ${localTime(lastImport)}.`,
    link: syncPage,
  }),
  'reports-expire': ({ reports, at }) => ({
    title: `${countOf(reports, 'old report')} will be deleted`,
    text: `${reports === 1 ? 'It is' : 'They are'} deleted on ${localDate(at)}. Download before then what is still needed.`,
    link: reportsPage,
  }),
  'backup-failed': ({ dueAt }) => ({
    title: 'The backup failed',
    text: `The backup of ${localTime(dueAt)} could not be made. It is tried again every hour. The System page says more.`,
    link: systemPage,
  }),
  'backup-old': ({ days, lastAt }) => ({
    title: `There has been no backup for ${countOf(days, 'day')}`,
    text: `The last good one was made on ${localTime(lastAt)}.`,
    link: systemPage,
  }),
  'codes-refused': ({ wrongCodes }) => ({
    title: 'Codes of your authenticator app are no longer accepted',
    text: `${formatCount(wrongCodes)} wrong ones were entered in a row, after your password. If it was not you, change your password. A recovery code makes codes work again.`,
    link: profilePage,
  }),
  'administrator-made': () => ({
    title: 'There is a new administrator',
    text: 'Somebody was given the role Administrator. The audit log says who, and by whom.',
    link: auditPage,
  }),
  'password-set': ({ how }) => ({
    title:
      how === 'link'
        ? 'A link to set a password was made'
        : 'A password was set by an administrator',
    text: 'It is that of another user. The audit log says whose, and by whom.',
    link: auditPage,
  }),
  recovered: ({ what }) => recovered[what],
}

const imported = 'The volunteers of the sheet were imported.'
const recovered: Record<FactsOf<'recovered'>['what'], NoticeWords> = {
  export: {
    title: 'The export works again',
    text: 'Volunteers were copied to the sheet.',
    link: syncPage,
  },
  import: { title: 'The import works again', text: imported, link: syncPage },
  data: { title: 'The data is up to date again', text: imported, link: syncPage },
  backup: {
    title: 'Backups work again',
    text: 'A backup was made and verified.',
    link: systemPage,
  },
}

const reasons = (): Partial<Record<FailureKind, string>> & { other: string } => ({
  'outside-system': `${installation.outsideSystem}, the spreadsheet or the storage did not do what was asked of it.`,
  'unreadable-sheet': 'The sheet could not be read.',
  outdated: 'The sheet or the volunteers have changed since the review.',
  interrupted: 'It was interrupted again and again.',
  other: 'Something unexpected happened.',
})

/** Returns the words of a notice; they are the same in the bell, by e-mail and for the webhook. */
export function describeNotice(facts: NoticeFacts): NoticeWords {
  const describe = wordsOf[facts.kind] as (facts: NoticeFacts) => NoticeWords
  return describe(facts)
}

function listReplaced(replaced: readonly ValueReplacement[]): string {
  const kinds = replaced.map(
    ({ kind, replaced, values }) =>
      `${formatCount(replaced)} of ${formatCount(values)} ${replacedWords[kind]}`,
  )
  return listNames(kinds, Infinity)
}
