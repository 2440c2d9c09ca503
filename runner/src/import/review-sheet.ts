import { readLastImport } from '@dashboard/store/automation-status'
import { nowIso } from '@dashboard/store/database/column-values'
import { pruneHistory } from '@dashboard/store/imports/prune-history'
import type { JobContext } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { withStage } from './3-plan/plan-stage.ts'
import { beginImport } from './4-apply/import-record.ts'
import { measureElapsed } from './elapsed.ts'
import { describePlan } from './import-words.ts'
import { planSheet } from './plan-sheet.ts'
import { openSource } from './row-sources.ts'
import { keepPlan, storePlan } from './store-plan.ts'

/**
 * Works out what an import would do and keeps the plan; volunteers stay as they are
 * (docs/imports.md#reviewing).
 * @throws SheetError when the sheet is missing or unreadable.
 */
export async function reviewSheet(context: JobContext): Promise<{ importId: string }> {
  const { db, files, settings, signal, log, progress } = context
  const readElapsedMs = measureElapsed()
  const entry = await beginImport(db, context.job)
  const source = await openSource(context, entry)
  log(`Reviewing what an import of ${source.sheet.source} would change.`)
  progress(0, `Reading ${source.sheet.source}`)
  await db.connection().execute((connection) =>
    withStage(connection, signal, async (stage) => {
      const planning = { db: connection, stage, source, at: nowIso(), stagesRows: false }
      const planned = await planSheet(context, planning)
      if ((await readLastImport(connection)) !== planned.facts.basedOn) {
        throw new JobError(
          'An import has ended while this review was made. Review again.',
          'outdated',
        )
      }
      signal.throwIfAborted()
      progress(70, 'Keeping what was found')
      await storePlan(context, connection, entry, planned)
      await keepPlan(context, connection, entry, { planned, source, elapsedMs: readElapsedMs() })
      log(describePlan(planned.result, planned.plan.counts))
    }),
  )
  await pruneHistory(db, files, { imports: settings.importHistory })
  return { importId: entry.id }
}
