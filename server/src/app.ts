import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@dashboard/contract/all-endpoints'
import { brandPaletteOf, findBrand } from '@dashboard/store/brand-settings'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { Settings } from '@dashboard/store/settings/settings'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { accountsRoutes } from './accounts/accounts-routes.ts'
import { lastSeenOfSessions, lastUseOfTokens } from './accounts/sessions/last-seen.ts'
import { createSessionFinder } from './accounts/sessions/sessions.ts'
import { createTokenFinder } from './accounts/tokens/find-token.ts'
import { runWithApp } from './background/background-loop.ts'
import { brandRoutes } from './brand/brand-routes.ts'
import { type DrawLogo, drawByProgram } from './brand/logo-picture.ts'
import { callListsRoutes } from './call-lists/call-lists-routes.ts'
import { createWrongNumberIds, type ReadWrongNumberIds } from './call-lists/wrong-numbers.ts'
import { columnsRoutes } from './columns/columns-routes.ts'
import { type DescribeSheet, describeByRunner } from './columns/sheet-head.ts'
import { coverageRoutes } from './coverage/coverage-routes.ts'
import type { Engines } from './engines/engines.ts'
import type { EngineLog } from './engines/job-engine.ts'
import { runnerProgram } from './engines/local/runner-process.ts'
import { ConditionWatch } from './health/condition-watch.ts'
import { healthRoutes } from './health/health-routes.ts'
import { checkAccess, type FindSession } from './http/access-check.ts'
import { serveApiDocs } from './http/api-docs.ts'
import { limitChanges } from './http/change-limit.ts'
import { limitClients } from './http/client-connections.ts'
import {
  type ConnectionLimits,
  connectionLimits,
  connectionOptions,
} from './http/connection-limits.ts'
import { answerMalformed, answerUnroutable } from './http/error-handler.ts'
import { prepareHttp, trustedProxies } from './http/prepare-http.ts'
import { type LogTarget, logOptions } from './http/request-log.ts'
import { deriveSigningKey } from './http/signing-key.ts'
import { looksLikeTokenSecret } from './http/token-secret.ts'
import { serveWebApp } from './http/web-app.ts'
import { importsRoutes } from './imports/imports-routes.ts'
import { rejectFilesRoutes } from './imports/reject-files-routes.ts'
import { jobsRoutes } from './jobs/jobs-routes.ts'
import { addMaintenance } from './maintenance.ts'
import { monitoringRoutes } from './monitoring/monitoring-routes.ts'
import { createRequestRecorder } from './monitoring/presence.ts'
import { accountMailer } from './notices/account-mail.ts'
import { openChannels } from './notices/channels/open-channels.ts'
import { channelsRoutes } from './notices/channels-routes.ts'
import { createNoticeLoop } from './notices/notice-loop.ts'
import { noticesRoutes } from './notices/notices-routes.ts'
import type { WeekReader } from './notices/outbox/weekly-mail.ts'
import { reportsRoutes } from './reports/reports-routes.ts'
import { startReportsRoutes } from './reports/start-reports-routes.ts'
import { schedulesRoutes } from './schedules/schedules-routes.ts'
import { createScheduleLoop } from './schedules/start-scheduled-reports.ts'
import { addSweeps } from './sweeps.ts'
import { syncRoutes } from './sync/sync-routes.ts'
import { createIndexReader, type VolunteerIndex } from './volunteers/search/build-index.ts'
import { volunteersRoutes } from './volunteers/volunteers-routes.ts'
import { createWeekReader } from './weekly-mail/week-reader.ts'

/** The settings with the secret that was read, or created and stored, at start. */
export type ServerSettings = Settings & { sessionSecret: string }

export interface AppOptions {
  db: Db
  files: FileStore
  settings: ServerSettings
  version: string
  /** The commit of the sources; 'unknown' when it cannot be read. */
  commit: string
  webFolder: string
  /** Where jobs run; opened and closed with the app. */
  createEngines(log: EngineLog): Engines
  /** Logs to standard output when left out. */
  log?: LogTarget
  replaced?: Replaced
}

/** What tests replace: programs that take long to start, and limits that they cannot reach. */
export interface Replaced {
  describeSheet?: DescribeSheet | undefined
  drawLogo?: DrawLogo | undefined
  limits?: ConnectionLimits
}

type Stoppable = AppOptions & {
  /** Aborted before the server closes. */
  stopping: AbortSignal
}

/** The volunteers in memory, which several features share. */
interface People {
  readIndex(): Promise<VolunteerIndex>
  readWrongNumbers: ReadWrongNumberIds
}

/**
 * Builds the whole server, which does not listen yet; only this function connects features. `close()` lets requests end
 * and then runs the features' `onClose` hooks; the caller closes the database.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, replaced = {} } = options
  const { drawLogo = drawByProgram, limits = connectionLimits } = replaced
  const app = Fastify({
    logger: logOptions(settings.logLevel, options.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies(settings.trustProxy),
    ...connectionOptions(limits),
    // A long name in a path leads to 404 like any unknown one, and not to 414.
    routerOptions: { maxParamLength: 10_000 },
    frameworkErrors: answerUnroutable(limits),
    clientErrorHandler: answerMalformed,
  })
  app.server.maxConnections = limits.maxConnections
  limitClients(app, limits, settings.trustProxy)
  const findSession = findCallers(app, options)
  await prepareHttp(app, { ...options, limits })
  checkAccess(app, findSession)
  limitChanges(app)
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  const stopping = closing.signal
  const conditions = addConditions(app, options)
  const readIndex = createIndexReader(options.db)
  const readWrongNumbers = createWrongNumberIds(options.db)
  const people = { readIndex, readWrongNumbers }
  const week = createWeekReader({ ...options, ...people })
  const { channels, sendMail } = addNotices(app, { ...options, week, stopping })
  healthRoutes(app, { ...options, conditions })
  accountsRoutes(app, { ...options, sendMail })
  callListsRoutes(app, options)
  const key = deriveSigningKey(settings.sessionSecret, 'logo-upload')
  brandRoutes(app, { ...options, drawLogo, key })
  const engines = addJobs(app, { ...options, ...people, stopping }, conditions)
  addSweeps(app, options)
  addMaintenance(app, {
    ...options,
    channels,
    conditions,
    readGithubRequestsLeft: () => engines.github?.readRequestsLeft(),
  })
  await serveApiDocs(app, allEndpoints, options)
  await serveWebApp(app, options.webFolder)
  return app
}

/** Returns a function that finds the caller: a user by the token of a session, or a script by an access token. */
function findCallers(app: FastifyInstance, { db, settings }: AppOptions): FindSession {
  const lastSeen = lastSeenOfSessions(db, app.log)
  const lastUsed = lastUseOfTokens(db, app.log)
  app.addHook('onClose', async () => {
    await Promise.all([lastSeen.close(), lastUsed.close()])
  })
  const needsFactor = settings.secondFactor === 'administrators'
  const findByToken = createTokenFinder(db, { needsFactor, lastUsed })
  const key = deriveSigningKey(settings.sessionSecret, 'session')
  const { sessionIdleMs: idleMs } = settings
  const findSession = createSessionFinder(db, key, { idleMs, needsFactor, lastSeen })
  return (bearer) => (looksLikeTokenSecret(bearer) ? findByToken(bearer) : findSession(bearer))
}

function addConditions(app: FastifyInstance, { settings }: AppOptions): ConditionWatch {
  const conditions = new ConditionWatch(settings.dataDir, app.log)
  app.addHook('onError', async (_request, _reply, error) => conditions.recordFailure(error))
  runWithApp(app, conditions.loop)
  return conditions
}

function addNotices(
  app: FastifyInstance,
  { db, settings, week, stopping }: Stoppable & { week: WeekReader },
) {
  const channels = openChannels({
    settings: settings.notices,
    readColors: async () => brandPaletteOf(await findBrand(db)),
  })
  const recordWatcher = createRequestRecorder(db, 'notice_watchers', app.log)
  noticesRoutes(app, { db, isEmailAvailable: channels.has('email'), recordWatcher })
  channelsRoutes(app, { db, channels, signal: stopping })
  const loop = createNoticeLoop({ db, channels, settings, week, log: app.log })
  runWithApp(app, loop)
  return { channels, sendMail: accountMailer(channels, stopping) }
}

/** Adds what starts, monitors and uses jobs; the engines run from when the app is ready until it closes. */
function addJobs(
  app: FastifyInstance,
  { db, files, settings, createEngines, replaced = {}, stopping, ...people }: Stoppable & People,
  conditions: ConditionWatch,
): Engines {
  const engines = createEngines(app.log)
  const { engine, importEngine } = engines
  const { dataDir } = settings
  const { describeSheet = describeByRunner(runnerProgram, dataDir) } = replaced

  syncRoutes(app, { db, engine, importEngine, stopping, settings })
  startReportsRoutes(app, { db, engine })
  const recordPresence = createRequestRecorder(db, 'presence', app.log)
  jobsRoutes(app, { db, engine, importEngine, recordPresence })
  importsRoutes(app, { db, engine, spreadsheet: settings.spreadsheet })
  const { readIndex, readWrongNumbers } = people
  volunteersRoutes(app, { db, files, engine: importEngine, readWrongNumbers, readIndex })
  columnsRoutes(app, { db, files, engine: importEngine, describeSheet, dataDir })
  rejectFilesRoutes(app, { db })
  reportsRoutes(app, { db, files, settings })
  coverageRoutes(app, { db, settings, readIndex })
  monitoringRoutes(app, { db, files, settings, conditions, engines })

  const withExport = settings.locust !== undefined
  schedulesRoutes(app, { db, withExport })
  const schedules = createScheduleLoop({ db, engine, withExport, settings, log: app.log })

  const engineSet = new Set([engine, importEngine])
  app.addHook('onReady', async () => {
    for (const each of [...engineSet, schedules]) each.open()
  })
  app.addHook('onClose', async () => {
    await schedules.close()
    await Promise.all([...engineSet].map((each) => each.close()))
  })
  return engines
}
