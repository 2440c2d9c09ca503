import { readLastImport } from '@dashboard/store/automation-status'
import { nowIso } from '@dashboard/store/database/column-values'
import type { JobContext } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { planSheet } from './import-sheet.ts'
import { describePlan } from './import-words.ts'
import { withStage } from './planning/plan-stage.ts'
import { deleteUpload, openSource } from './row-sources.ts'
import { beginImport } from './writing/import-record.ts'
import { recordPlan, storePlan } from './writing/store-plan.ts'

/**
 * Plans an import and stores the plan; volunteers stay unchanged (docs/imports.md#reviewing).
 * @throws SheetError when the sheet is missing or unreadable.
 */
export async function reviewSheet(context: JobContext): Promise<{ importId: string }> {
  const { db, signal, log, progress } = context
  const startedAt = performance.now()
  const entry = await beginImport(db, context.job)
  const source = await openSource(context, entry)
  const what = entry.sourceImportId === null ? 'an import of' : 'going back to'
  const undo = entry.undoneImportId === null ? '' : 'undoing the last import by '
  log(`Reviewing what ${undo}${what} ${source.sheet.source} would change.`)
  progress(0, `Reading ${source.sheet.source}`)
  await withStage(context, async (connection, stage) => {
    const planned = await planSheet(context, {
      db: connection,
      stage,
      source,
      at: nowIso(),
    })
    if ((await readLastImport(connection)) !== planned.basedOn) {
      throw new JobError(
        'An import finished while this review was being made. Review again.',
        'outdated',
      )
    }
    signal.throwIfAborted()
    progress(70, 'Storing the plan')
    await storePlan(context, connection, entry, planned)
    const elapsedMs = performance.now() - startedAt
    await recordPlan(context, connection, entry, { planned, stage, elapsedMs })
    log(describePlan(planned.result, planned.plan.counts))
  })
  await deleteUpload(context)
  return { importId: entry.id }
}
