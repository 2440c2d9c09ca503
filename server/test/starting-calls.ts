import { randomUUID } from 'node:crypto'
import type { ImportGuard } from '@dashboard/contract/imports'
import { nowIso, toJson } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { ImportRow } from '@dashboard/store/database/schema'
import { cancelJob, failActiveJob } from '@dashboard/store/jobs/finish-job'
import type { NewJob } from '@dashboard/store/jobs/insert-jobs'
import { selectActiveJobs } from '@dashboard/store/jobs/list-jobs'
import { endSchedulePause, pauseSchedules } from '@dashboard/store/schedules/pause-schedules'
import { queuedJob } from '@dashboard/store/test/jobs'
import { insertSchedule } from './schedules.ts'
import { guard, storedImport, storedReview } from './stored-imports.ts'

/**
 * Each call that starts, repeats, resumes, applies or confirms something × who calls × state → answer
 * (docs/security.md#who-may-start-what).
 */

/** The data that the calls find, made again before each one. */
export interface Situation {
  db: Db
  caller: { id: string }
  somebodyElse: { id: string }
}

interface Request {
  id?: string
  query?: string
  payload?: object
}

/** The answers to a user, a user limited to NY-1, and an administrator. */
type Answers = readonly [user: number, limited: number, admin: number]

export interface StartingCall {
  /** Name of the endpoint. */
  call: string
  /** The state that the call finds, and what it answers. */
  state: string
  answers: Answers
  arrange?(situation: Situation): Promise<Request> | Request
}

const everybody: Answers = [202, 202, 202]
/** Limited users start nothing that concerns other circuits. */
const unlimited: Answers = [202, 409, 202]
const admins: Answers = [403, 409, 202]
const nobody: Answers = [409, 409, 409]

const importQueued = async ({ db }: Situation): Promise<Request> => {
  await queuedJob(db, { type: 'import' })
  return {}
}

const exportQueued = async ({ db }: Situation): Promise<Request> => {
  await queuedJob(db, { type: 'export' })
  return {}
}

/** The guard holds a plan that removes 25 of 30 volunteers. */
const stopped = (confirmedBy: string | null): Partial<ImportRow> => {
  const findings = { isStopped: true, isTotalExceeded: true, removals: 25, volunteers: 30 }
  const held: ImportGuard = { ...guard, ...findings, confirmedBy }
  return { state: 'stopped', guard: toJson(held) }
}

/** The guard holds a plan of an uploaded sheet that gives 6 of 10 volunteers another phone number. */
const replacing: Partial<ImportRow> = {
  state: 'stopped',
  guard: toJson({
    ...guard,
    isStopped: true,
    replaced: [{ kind: 'phone', replaced: 6, values: 10 }],
    replacements: 6,
  } satisfies ImportGuard),
}

/** Applying this needs a confirmation of 25 removals. */
const confirming = { removals: 25 }

/** Returns a review of an uploaded file, so that no sheet has to be there. */
const review = (over: Partial<ImportRow> = {}, payload?: object) => ({
  arrange: async ({ db }: Situation): Promise<Request> => ({
    id: await storedReview(db, { uploadedName: 'uploaded.csv', ...over }),
    ...(payload && { payload }),
  }),
})

const goingBack = async (db: Db): Promise<Partial<ImportRow>> => ({
  kind: 'restore',
  sourceImportId: await storedImport(db),
})

/** Returns a job that an administrator has started and cancelled. */
async function cancelled(db: Db, job: Partial<NewJob>): Promise<Request> {
  const { id } = await queuedJob(db, job)
  await cancelJob(db, id, 'Ada Admin')
  return { id }
}

const retryOf = (job: Partial<NewJob>) => ({
  arrange: ({ db }: Situation) => cancelled(db, job),
})

/** Returns a cancelled job that was to plan or apply this import. */
const retryOfPlan = (type: 'import' | 'review', over: (db: Db) => Promise<Partial<ImportRow>>) => ({
  arrange: async ({ db }: Situation): Promise<Request> => {
    const importId = await storedReview(db, await over(db))
    const request = await cancelled(db, { type, importId })
    if (type === 'import') {
      await db
        .updateTable('imports')
        .set({ applyJobId: request.id ?? null })
        .where('id', '=', importId)
        .execute()
    }
    return request
  },
})

async function uploadedBy(db: Db, userId: string, jobId: string | null = null): Promise<string> {
  const id = randomUUID()
  const file = { name: 'uploaded.csv', sizeBytes: 1, createdAt: nowIso() }
  await db
    .insertInto('uploaded_sheets')
    .values({ id, userId, jobId, ...file })
    .execute()
  return id
}

const ownFile = {
  arrange: async ({ db, caller }: Situation) => ({ id: await uploadedBy(db, caller.id) }),
}
const othersFile = {
  arrange: async ({ db, somebodyElse }: Situation) => ({
    id: await uploadedBy(db, somebodyElse.id),
  }),
}

/** Returns a cancelled import of a file that the caller, or somebody else, has uploaded. */
const retryOfFile = (by: 'caller' | 'somebodyElse') => ({
  arrange: async (situation: Situation): Promise<Request> => {
    const { db } = situation
    const createdBy = { id: situation[by].id, fullName: 'Whoever uploaded it' }
    const request = await cancelled(db, { type: 'import', targets: ['uploaded.csv'], createdBy })
    await uploadedBy(db, situation[by].id, request.id)
    return request
  },
})

const reporting = (kind: 'circuits' | 'congregations', name: string) => ({
  arrange: () => ({ payload: { [kind]: [name] } }),
})

export const startingCalls: readonly StartingCall[] = [
  { call: 'startExport', state: 'nothing runs', answers: unlimited },
  { call: 'startExport', state: 'an export is queued', answers: nobody, arrange: exportQueued },
  { call: 'startExportAndImport', state: 'nothing runs', answers: unlimited },
  {
    call: 'startExportAndImport',
    state: 'an import is queued',
    answers: nobody,
    arrange: importQueued,
  },
  { call: 'importSheet', state: 'nothing runs', answers: [200, 409, 200] },
  { call: 'importSheet', state: 'an import is queued', answers: nobody, arrange: importQueued },

  { call: 'importUpload', state: 'a file of one’s own', answers: unlimited, ...ownFile },
  {
    call: 'importUpload',
    state: 'a file of somebody else',
    answers: [404, 409, 404],
    ...othersFile,
  },
  { call: 'reviewUpload', state: 'a file of one’s own', answers: unlimited, ...ownFile },
  {
    call: 'reviewUpload',
    state: 'a file of somebody else',
    answers: [404, 409, 404],
    ...othersFile,
  },
  {
    call: 'reviewUpload',
    state: 'an import is queued',
    answers: nobody,
    arrange: async (situation) => {
      await importQueued(situation)
      return ownFile.arrange(situation)
    },
  },

  { call: 'reviewImport', state: 'the sheet', answers: unlimited },
  { call: 'reviewImport', state: 'an import is queued', answers: nobody, arrange: importQueued },
  {
    call: 'reviewImport',
    state: 'going back to an earlier import',
    answers: admins,
    arrange: async ({ db }) => ({ payload: { source: await storedImport(db) } }),
  },
  {
    call: 'reviewImport',
    state: 'going back, the rows are gone',
    answers: [403, 409, 409],
    arrange: async ({ db }) => ({ payload: { source: await storedImport(db, { rowsKey: null }) } }),
  },

  { call: 'applyImport', state: 'planned', answers: unlimited, ...review() },
  {
    call: 'applyImport',
    state: 'the review failed',
    answers: nobody,
    ...review({ state: 'planning' }),
  },
  {
    call: 'applyImport',
    state: 'written already',
    answers: nobody,
    ...review({ state: 'completed' }),
  },
  { call: 'applyImport', state: 'outdated', answers: nobody, ...review({ planKey: null }) },
  {
    call: 'applyImport',
    state: 'a job works on it',
    answers: nobody,
    arrange: async ({ db }) => {
      const id = await storedReview(db, { uploadedName: 'uploaded.csv' })
      await queuedJob(db, { type: 'review', importId: id })
      return { id }
    },
  },
  {
    call: 'applyImport',
    state: 'going back to an earlier import',
    answers: admins,
    arrange: async ({ db }) => ({ id: await storedReview(db, await goingBack(db)) }),
  },
  { call: 'applyImport', state: 'held by the guard', answers: nobody, ...review(stopped(null)) },
  {
    call: 'applyImport',
    state: 'held by the guard, with another number',
    answers: nobody,
    ...review(stopped(null), { removals: 24 }),
  },
  {
    call: 'applyImport',
    state: 'held by the guard, with the number',
    answers: [409, 409, 202],
    ...review(stopped(null), confirming),
  },
  {
    call: 'applyImport',
    state: 'an uploaded sheet that replaces most values',
    answers: nobody,
    ...review(replacing),
  },
  {
    call: 'applyImport',
    state: 'an uploaded sheet that replaces most values, with the number',
    answers: [409, 409, 202],
    ...review(replacing, { replacements: 6 }),
  },
  {
    call: 'applyImport',
    state: 'held, confirmed for a job that was cancelled',
    answers: nobody,
    ...review(stopped('Ada Admin')),
  },
  {
    call: 'applyImport',
    state: 'held, confirmed for a job that was cancelled, with the number',
    answers: [409, 409, 202],
    ...review(stopped('Ada Admin'), confirming),
  },

  {
    call: 'retryJob',
    state: 'a job that is queued',
    answers: nobody,
    arrange: async ({ db }) => ({ id: (await queuedJob(db)).id }),
  },
  { call: 'retryJob', state: 'an export', answers: unlimited, ...retryOf({ type: 'export' }) },
  {
    call: 'retryJob',
    state: 'an import of the sheet',
    answers: unlimited,
    ...retryOf({ type: 'import' }),
  },
  {
    call: 'retryJob',
    state: 'an import, another one is queued',
    answers: nobody,
    arrange: async (situation) => {
      const request = await cancelled(situation.db, { type: 'import' })
      await importQueued(situation)
      return request
    },
  },
  {
    call: 'retryJob',
    state: 'a file that one has uploaded',
    answers: unlimited,
    ...retryOfFile('caller'),
  },
  {
    call: 'retryJob',
    state: 'a file that somebody else has uploaded',
    answers: [409, 409, 202],
    ...retryOfFile('somebodyElse'),
  },
  {
    call: 'retryJob',
    state: 'a review',
    answers: unlimited,
    ...retryOfPlan('review', async () => ({ state: 'planning' })),
  },
  {
    call: 'retryJob',
    state: 'a review, an import is queued',
    answers: nobody,
    arrange: async (situation) => {
      const plan = retryOfPlan('review', async () => ({ state: 'planning' }))
      const request = await plan.arrange(situation)
      await importQueued(situation)
      return request
    },
  },
  {
    call: 'retryJob',
    state: 'a review of changes that were written since',
    answers: nobody,
    ...retryOfPlan('review', async () => ({ state: 'completed' })),
  },
  {
    call: 'retryJob',
    state: 'a review of going back',
    answers: admins,
    ...retryOfPlan('review', goingBack),
  },
  {
    call: 'retryJob',
    state: 'applying a plan',
    answers: unlimited,
    ...retryOfPlan('import', async () => ({})),
  },
  {
    call: 'retryJob',
    state: 'applying a plan that was written since',
    answers: nobody,
    ...retryOfPlan('import', async () => ({ state: 'completed' })),
  },
  {
    call: 'retryJob',
    state: 'going back to an earlier import',
    answers: admins,
    ...retryOfPlan('import', goingBack),
  },
  {
    call: 'retryJob',
    state: 'applying what an administrator had confirmed',
    answers: nobody,
    ...retryOfPlan('import', async () => stopped('Ada Admin')),
  },
  {
    call: 'retryJob',
    state: 'a report of a circuit of one’s own',
    answers: everybody,
    ...retryOf({ type: 'circuit-report', targets: ['NY-1'] }),
  },
  {
    call: 'retryJob',
    state: 'a report of another circuit',
    answers: [202, 404, 202],
    ...retryOf({ type: 'circuit-report', targets: ['NY-2'] }),
  },
  {
    call: 'retryJob',
    state: 'a report of a congregation that has moved to another circuit',
    answers: unlimited,
    arrange: async ({ db }) => {
      const targets = ['Moved']
      const request = await cancelled(db, { type: 'congregation-report', targets })
      await db
        .updateTable('job_circuits')
        .set({ circuit: 'NY-1' })
        .where('jobId', '=', request.id ?? '')
        .execute()
      return request
    },
  },
  {
    call: 'retryJob',
    state: 'a list of volunteers',
    answers: nobody,
    ...retryOf({ type: 'volunteer-list', circuits: ['NY-1'] }),
  },

  {
    call: 'startCircuitReport',
    state: 'a circuit of one’s own',
    answers: everybody,
    ...reporting('circuits', 'NY-1'),
  },
  {
    call: 'startCircuitReport',
    state: 'another circuit',
    answers: [202, 400, 202],
    ...reporting('circuits', 'NY-2'),
  },
  {
    call: 'startCongregationReport',
    state: 'a congregation of one’s own',
    answers: everybody,
    ...reporting('congregations', 'Own'),
  },
  {
    call: 'startCongregationReport',
    state: 'a congregation of another circuit',
    answers: [202, 400, 202],
    ...reporting('congregations', 'Moved'),
  },
  { call: 'startVolunteerList', state: 'of volunteers', answers: everybody },
  {
    call: 'startVolunteerList',
    state: 'of volunteers of another circuit',
    answers: unlimited,
    arrange: () => ({ query: '?circuit=NY-2' }),
  },

  {
    call: 'createSchedule',
    state: 'any',
    answers: [403, 403, 201],
    arrange: () => ({ payload: schedule }),
  },
  {
    call: 'updateSchedule',
    state: 'any',
    answers: [403, 403, 200],
    arrange: async ({ db }) => ({ id: await insertSchedule(db), payload: schedule }),
  },
  {
    call: 'resumeSchedules',
    state: 'paused',
    answers: [403, 403, 200],
    arrange: async ({ db }) => {
      await insertSchedule(db)
      await pauseSchedules(db, { reason: 'guard', at: nowIso() })
      return {}
    },
  },
  {
    call: 'resumeSchedules',
    state: 'not paused',
    answers: [403, 403, 409],
    arrange: async ({ db }) => {
      await endSchedulePause(db)
      return {}
    },
  },
  {
    call: 'setAutoSync',
    state: 'any',
    answers: [403, 403, 200],
    arrange: () => ({ payload: { enabled: true } }),
  },
  { call: 'startGithubCheck', state: 'jobs run on this machine', answers: [403, 403, 409] },
  {
    call: 'confirmLogoUpload',
    state: 'nothing was uploaded',
    answers: [403, 403, 404],
    arrange: () => ({ payload: { fileName: 'a.png', fileSize: 1, mimeType: 'image/png' } }),
  },
  {
    call: 'confirmSession',
    state: 'another password',
    answers: [400, 400, 400],
    arrange: () => ({ payload: { password: 'another one' } }),
  },
]

const schedule = { days: [1], time: '06:00', reportsAfter: 'outdated', isActive: true }

/** Ends what a call has queued or found, so that the next one finds nothing of it. */
export async function endJobs(db: Db): Promise<void> {
  const active = await selectActiveJobs(db).execute()
  for (const { id } of active) await failActiveJob(db, id, { error: 'Ended', kind: 'other' })
  await db.deleteFrom('schedules').execute()
}

/** Calls that change something and start nothing; with those of the table, these are all. */
export const otherCalls: readonly string[] = [
  'addPasskey',
  'beginPasskey',
  'beginPasskeySignIn',
  'beginTotp',
  'cancelAllJobs',
  'cancelJob',
  'changePassword',
  'clearCompletedJobs',
  'confirmByPasskey',
  'createToken',
  'createUser',
  'deleteAllReports',
  'deleteCallList',
  'deleteColumnMatch',
  'deleteLogo',
  'deletePasskey',
  'deleteReport',
  'deleteReports',
  'deleteSavedFilters',
  'deleteSchedule',
  'deleteTotp',
  'deleteUser',
  'dismissJob',
  'downloadReports',
  'endOtherSessions',
  'endSession',
  'endUserSessions',
  'finishOpenIdLink',
  'finishOpenIdSignIn',
  'finishTotp',
  'inviteUser',
  'login',
  'logout',
  'makePasswordLink',
  'markNoticesRead',
  'openCallList',
  'openPasswordLink',
  'openSignInLink',
  'removeOpenIdLink',
  'renewRecoveryCodes',
  'replaceLostPassword',
  'requestLogoUpload',
  'resetFactors',
  'revokeToken',
  'revokeUserToken',
  'saveColumnMatch',
  'saveFilters',
  'saveNoticeChoices',
  'setCallOutcome',
  'setLogoStatus',
  'setUserPassword',
  'signInWithPasskey',
  'startOpenIdLink',
  'startOpenIdSignIn',
  'syncJob',
  'syncJobs',
  'syncJobsNow',
  'takeSecondStep',
  'testNoticeChannel',
  'updateBrandSettings',
  'updateCallList',
  'updateProfile',
  'updateUser',
  'uploadLogo',
  'uploadSheet',
  'usePasswordLink',
]
