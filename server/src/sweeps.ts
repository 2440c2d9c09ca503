import { dayMs, minuteMs } from '@dashboard/contract/duration'
import type { Db } from '@dashboard/store/database/open-database'
import type { FileStore } from '@dashboard/store/files/file-store'
import { removeAbandoned } from '@dashboard/store/files/replace-file'
import type { Settings } from '@dashboard/store/settings/settings'
import type { FastifyInstance } from 'fastify'
import { BackgroundLoop } from './background/background-loop.ts'
import { removeOldAsides } from './backup/restore/put-aside.ts'
import { sweepLogos } from './brand/logo-service.ts'
import { sweepUploadedSheets } from './columns/sweep-sheets.ts'
import { sweepOrphans } from './reports/reports-service.ts'
import { sweepVolunteerLists } from './volunteers/export/volunteer-list-routes.ts'

interface Dependencies {
  db: Db
  files: FileStore
  settings: Pick<Settings, 'dataDir' | 'spreadsheet'>
}

interface Sweep {
  /** Deletes the files and returns how many. */
  run(): Promise<number>
  /** By default every ten minutes. */
  everyMs?: number
  /** By default at the start of the server. */
  firstAfterMs?: number
}

/** How long a stop waits for a storage that does not respond. */
const stopTimeoutMs = 2_000

/** Adds what deletes files that nobody needs any more, while the server runs. */
export function addSweeps(app: FastifyInstance, dependencies: Dependencies): void {
  const loops = Object.entries(sweepsOf(dependencies)).map(
    ([what, { run, everyMs = 10 * minuteMs, firstAfterMs = 0 }]) =>
      new BackgroundLoop({
        async run() {
          const files = await run()
          if (files > 0) app.log.info({ files }, `Deleted ${what}`)
        },
        everyMs,
        firstAfterMs,
        closesWithinMs: stopTimeoutMs,
        failed: `Could not sweep ${what}`,
        log: app.log,
      }),
  )
  app.addHook('onReady', async () => {
    for (const loop of loops) loop.open()
  })
  app.addHook('onClose', async () => {
    await Promise.all(loops.map((loop) => loop.close()))
  })
}

/** Returns the sweeps, keyed by what they delete. */
function sweepsOf({
  db,
  files,
  settings: { dataDir, spreadsheet },
}: Dependencies): Record<string, Sweep> {
  return {
    'logos without a row': { run: () => sweepLogos(db, files) },
    'what was put aside before a restore or an upgrade': { run: () => removeOldAsides(dataDir) },
    'lists of volunteers that nobody fetched': { run: () => sweepVolunteerLists({ db, files }) },
    'sheets that nobody imported': { run: () => sweepUploadedSheets({ db, files }) },
    'sheets that an export has not finished': {
      run: async () => (spreadsheet.kind === 'file' ? removeAbandoned(spreadsheet.path) : 0),
    },
    'stored reports without a row': {
      run: () => sweepOrphans({ db, files }),
      everyMs: dayMs,
      firstAfterMs: minuteMs,
    },
  }
}
