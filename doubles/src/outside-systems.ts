import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type GithubDoubleOptions, startGithubDouble } from './github/github-double.ts'
import { locustToken, startLocustDouble } from './locust/locust-double.ts'
import { startS3Double } from './s3/s3-double.ts'
import { startSheetsDouble } from './sheets/sheets-double.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const spreadsheet = 'double-volunteers'

type OutsideSystemsOptions = Pick<GithubDoubleOptions, 'machines' | 'stepMs'> & {
  /** An empty PostgreSQL database. */
  databaseUrl: string
  /** How many volunteers Locust has. */
  volunteers?: number
}

export type OutsideSystems = Awaited<ReturnType<typeof startOutsideSystems>>

/**
 * All outside systems as doubles over HTTP: Locust, Google Sheets, S3, and a GitHub whose
 * runs do their jobs in real processes, with no more settings than the workflows pass on.
 */
export async function startOutsideSystems(options: OutsideSystemsOptions) {
  const { databaseUrl, volunteers = 400, ...machinery } = options
  const locust = await startLocustDouble({ rows: volunteers })
  const sheets = await startSheetsDouble()
  sheets.addSpreadsheet(spreadsheet)
  const s3 = await startS3Double()
  /** As `.github/workflows/run-job.yml` has it, and where the doubled Google is. */
  const jobEnvironment = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'runners-sign-nothing-and-need-no-secret',
    STORAGE_URL: s3.storageUrl,
    ...s3.credentials,
    LOCUST_URL: locust.url,
    LOCUST_TOKEN: locustToken,
    GOOGLE_SERVICE_ACCOUNT: sheets.serviceAccount,
    SPREADSHEET: `google:${spreadsheet}`,
    GOOGLE_SHEETS_API_URL: sheets.url,
  }
  const github = await startGithubDouble({
    ...machinery,
    runJob: (jobId) =>
      spawn(process.execPath, ['runner/src/main.ts', 'run', jobId], {
        cwd: root,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...jobEnvironment },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  })
  return {
    locust,
    sheets,
    s3,
    github,
    /** The id that SPREADSHEET names. */
    spreadsheet,
    /** The server's environment variables. */
    environment: {
      ...jobEnvironment,
      ...github.environment,
      SESSION_SECRET: 'a secret of the server that no run needs to know',
    },
    /** Ends the doubles and the jobs that run in them; the database is not removed. */
    async close(): Promise<void> {
      await github.close()
      await Promise.all([locust.close(), sheets.close(), s3.close()])
    },
  }
}
