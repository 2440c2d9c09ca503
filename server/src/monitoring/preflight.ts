import { execFile } from 'node:child_process'
import { readPalette } from '@dashboard/contract/brand-palette'
import { type NoticeChannel, noticeChannels } from '@dashboard/contract/notices'
import {
  failedCheck,
  failedCheckOf,
  type PreflightCheck,
  PreflightChecks,
  passedCheck,
} from '@dashboard/contract/preflight'
import { markSheetFolder } from '@dashboard/store/data-folder/sheet-folder'
import { checkPooler, checkPostgres } from '@dashboard/store/database/check-postgres'
import { explainPostgres } from '@dashboard/store/database/explain-database'
import { type Db, isPostgres } from '@dashboard/store/database/open-database'
import { listServers } from '@dashboard/store/database/running-servers'
import { messageOf } from '@dashboard/store/failures/error-message'
import type { FileStore } from '@dashboard/store/files/file-store'
import { parseJson } from '@dashboard/store/outside/parse-json'
import { readRunnerEnvironment } from '@dashboard/store/settings/runner-environment'
import type { Settings } from '@dashboard/store/settings/settings'
import type { NoticeSettings } from '@dashboard/store/settings/settings-notices'
import { sql } from 'kysely'
import { checkProvider } from '../accounts/openid/check-provider.ts'
import type { GithubAddress } from '../engines/github/api/github-octokit.ts'
import type { EngineLog } from '../engines/job-engine.ts'
import { runnerProgram } from '../engines/local/runner-process.ts'
import { type Channel, ChannelFailure } from '../notices/channels/channel.ts'
import { openChannels } from '../notices/channels/open-channels.ts'

/** The oldest PostgreSQL that this product is tested with. */
const oldestPostgres = 14
/** Longer than the runner gives each of its checks. */
const runnerTimeoutMs = 45_000

interface Dependencies {
  db: Db
  files: FileStore
  settings: Pick<Settings, 'database' | 'storage' | 'engine' | 'notices' | 'signIn' | 'spreadsheet'>
  log: EngineLog
}

/** Checks everything that the product needs, all at once; never throws. */
export async function runPreflight(dependencies: Dependencies): Promise<PreflightCheck[]> {
  const { db, files, settings, log } = dependencies
  const { engine } = settings
  const checks = await Promise.all([
    checkDatabase(db, settings),
    checkStorage(files, settings),
    checkByRunner(runnerProgram),
    checkSheetFolder(db, settings),
    engine.kind === 'github' ? checkGithubNow(engine, log) : [],
    settings.signIn.openId ? checkProvider(settings.signIn.openId) : [],
    checkChannels(settings.notices),
  ])
  return checks.flat()
}

/** Checks GitHub. Octokit is loaded here, since most installations have no GitHub. */
async function checkGithubNow(github: GithubAddress, log: EngineLog): Promise<PreflightCheck[]> {
  const { checkGithub } = await import('../engines/github/check-github.ts')
  return checkGithub(github, log)
}

async function checkDatabase(
  db: Db,
  settings: Pick<Settings, 'database'>,
): Promise<PreflightCheck> {
  const name = 'Database'
  try {
    const startedAt = performance.now()
    const version = await readVersion(db)
    const ms = Math.max(1, Math.round(performance.now() - startedAt))
    if (isPostgres(db)) await checkPostgres(db)
    if (isPostgres(db) && !hasOneConnection(settings)) await checkPooler(db)
    const number = Number.parseInt(version, 10)
    if (isPostgres(db) && number < oldestPostgres) {
      const fix = `Upgrade it to ${oldestPostgres} or newer.`
      return failedCheck(name, `This is PostgreSQL ${version}.`, fix)
    }
    const product = isPostgres(db) ? 'PostgreSQL' : 'SQLite'
    return passedCheck(name, `${product} ${version} answers within ${ms} ms.`)
  } catch (error) {
    const otherwise = 'Check that PostgreSQL runs and that DATABASE_URL names it.'
    const known = explainPostgres(settings.database, error)
    return failedCheckOf(
      name,
      known ?? `The database does not answer: ${messageOf(error)}`,
      otherwise,
    )
  }
}

/** Whether the server has a single connection to PostgreSQL, which proves nothing about a pooler. */
function hasOneConnection({ database }: Pick<Settings, 'database'>): boolean {
  return database.kind === 'postgres' && database.pool === 1
}

async function readVersion(db: Db): Promise<string> {
  const query = isPostgres(db)
    ? sql<{ version: string }>`select current_setting('server_version') as version`
    : sql<{ version: string }>`select sqlite_version() as version`
  const { rows } = await query.execute(db)
  return rows[0]?.version ?? 'of an unknown version'
}

/** Fails where servers on one PostgreSQL keep the sheet in separate folders; returns nothing otherwise. */
export async function checkSheetFolder(
  db: Db,
  { spreadsheet }: Pick<Settings, 'spreadsheet'>,
): Promise<PreflightCheck[]> {
  if (!isPostgres(db) || spreadsheet.kind !== 'file') return []
  const own = await markSheetFolder(spreadsheet.path)
  // The check of the database says why it cannot be read.
  const servers = await listServers(db).catch(() => [])
  const others = servers.filter(({ sheetFolder }) => sheetFolder !== null && sheetFolder !== own)
  if (own === undefined || others.length === 0) return []
  return [
    failedCheck(
      'Spreadsheet folder',
      'Servers that use this database keep the sheet in folders of their own, so a sync may find the sheet of another one.',
      'Set SPREADSHEET on all of them to a file in a folder that they share, or to google:<spreadsheet id>.',
    ),
  ]
}

async function checkStorage(
  files: FileStore,
  { storage }: Pick<Settings, 'storage'>,
): Promise<PreflightCheck> {
  const name = 'Storage'
  try {
    const remark = await files.check()
    const storageName = storage.kind === 's3' ? `The bucket "${storage.bucket}"` : 'The data folder'
    return passedCheck(
      name,
      [`${storageName} can be written to.`, remark].filter(Boolean).join(' '),
    )
  } catch (error) {
    return failedCheckOf(name, messageOf(error), 'Check DATA_DIR or STORAGE_URL.')
  }
}

/**
 * Runs the runner's checks of spreadsheet and Locust: `runner check`, with the settings that jobs on this machine get.
 */
export function checkByRunner(
  program: string,
  timeout = runnerTimeoutMs,
): Promise<PreflightCheck[]> {
  const env = readRunnerEnvironment()
  const options = { timeout, killSignal: 'SIGKILL' as const, env }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'check'], options, (error, stdout, stderr) => {
      if (error?.killed) return resolve([runnerSlow()])
      const parsed = PreflightChecks.safeParse(error ? undefined : parseJson(stdout))
      resolve(parsed.success ? parsed.data.checks : [runnerBroken(stderr)])
    })
  })
}

function runnerSlow(): PreflightCheck {
  return {
    name: 'Runner',
    ok: false,
    message: `The program that does the jobs did not end its checks within ${runnerTimeoutMs / 1_000} seconds.`,
    fix: 'The machine may be busy: check again in a few minutes.',
  }
}

function runnerBroken(stderr: string): PreflightCheck {
  const [line = ''] = stderr.split('\n').filter((each) => each.trim() !== '')
  return {
    name: 'Runner',
    ok: false,
    message: `The program that does the jobs cannot run here${line && `: ${line.slice(0, 300)}`}`,
    fix: 'Install the project again with npm ci, and start the server from its folder.',
  }
}

/** Checks whether the channels that are set up can be reached; sends nothing. */
async function checkChannels(settings: NoticeSettings): Promise<PreflightCheck[]> {
  const channels = openChannels({ settings, readColors: async () => readPalette() })
  return Promise.all([...channels].map(checkChannel))
}

async function checkChannel([name, channel]: [NoticeChannel, Channel]): Promise<PreflightCheck> {
  const words = noticeChannels[name]
  try {
    await channel.check(new AbortController().signal)
    return passedCheck(words.name, `${channel.host} can be reached.`)
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    return failedCheck(words.name, `${channel.host}: ${error.message}`, words.fix)
  }
}
