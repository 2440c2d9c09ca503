import type { ImportOutdated } from '@dashboard/contract/imports'
import type { ImportRow } from '@dashboard/store/database/import-tables'
import type { Db } from '@dashboard/store/database/open-database'
import { describeOutdated, findChangedVolunteers } from '@dashboard/store/imports/changed-since'
import { JobError } from '../../job-errors.ts'

/** The sheet, or somebody of the plan, is not as it was when the plan was made. */
export class OutdatedPlan extends JobError {
  override name = 'OutdatedPlan'
  readonly outdated: ImportOutdated

  constructor(outdated: ImportOutdated) {
    super(describeOutdated(outdated) ?? '', 'outdated')
    this.outdated = outdated
  }
}

const nothingChanged: ImportOutdated = {
  isSheetChanged: false,
  volunteers: 0,
  names: [],
  isOtherwiseChanged: false,
}
export const sheetChanged: ImportOutdated = { ...nothingChanged, isSheetChanged: true }
export const otherwiseChanged: ImportOutdated = { ...nothingChanged, isOtherwiseChanged: true }

/** @throws OutdatedPlan naming who has changed since the plan was made. */
export async function requireUnchanged(
  tx: Db,
  entry: Pick<ImportRow, 'number' | 'basedOn'>,
): Promise<void> {
  const changed = await findChangedVolunteers(tx, entry)
  if (changed.volunteers > 0) throw new OutdatedPlan({ ...nothingChanged, ...changed })
}

/**
 * Whoever is still in a place that is removed would go with it, without being in the plan.
 * @throws OutdatedPlan
 */
export async function requireEmpty(
  tx: Db,
  place: 'congregationId' | 'circuitId',
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    const there = await tx
      .selectFrom('volunteers')
      .select('id')
      .where(place, 'in', ids.slice(start, start + idsPerStatement))
      .limit(1)
      .executeTakeFirst()
    if (there) throw new OutdatedPlan(otherwiseChanged)
  }
}

const idsPerStatement = 1_000
