import { countOf, formatCount } from '@dashboard/contract/counts'
import { installation } from '@dashboard/contract/installation'
import { recordExport } from '@dashboard/store/automation-status'
import type { NextTry } from '@dashboard/store/outside/retry-with-backoff'
import type { Settings } from '@dashboard/store/settings/settings'
import type { JobContext } from '../job-context.ts'
import { JobError } from '../job-errors.ts'
import { openSpreadsheet } from '../spreadsheets/open-spreadsheet.ts'
import { reporterOf } from '../spreadsheets/spreadsheet.ts'
import { openLocust } from './locust-client.ts'
import { requireOnlySampleRows } from './sample-rows-only.ts'
import { sampleSource } from './sample-source.ts'
import type { VolunteerSource, VolunteerTable } from './volunteer-source.ts'

/** Part of the progress bar, in percent, that covers reading. */
const readPercent = 50
const rowsPerProgress = 500

/**
 * Copies all volunteers from Locust, or from the sample data, into the sheet
 * (docs/sheet-format.md#what-an-export-does). The sheet is replaced only after everything has been read.
 */
export async function exportVolunteers(context: JobContext) {
  const { db, settings, signal, log, progress } = context
  const source = openSource(settings)
  if (source === sampleSource) {
    log(
      `${installation.outsideSystem} is not connected, so this export uses built-in SAMPLE DATA, not real volunteers.`,
    )
  }
  // Logged before the source responds, so that the job shows what it is waiting for.
  log(`Reading volunteers from ${source.name}.`)
  progress(0, `Reading volunteers from ${source.name}`)
  const table = await readVolunteers(source, context)
  signal.throwIfAborted()
  const spreadsheet = openSpreadsheet(settings.spreadsheet, reporterOf(context))
  if (source === sampleSource) {
    await requireOnlySampleRows(spreadsheet, settings.sheetName, signal)
  }
  const rowCount = table.rows.length
  const step = `Writing ${countOf(rowCount, 'row')} to ${spreadsheet.describe()}`
  log(`${step}, sheet '${settings.sheetName}'.`)
  progress(readPercent, step)
  const rows = withProgress(table, (share) =>
    progress(readPercent + (99 - readPercent) * share, step),
  )
  await spreadsheet.writeRows(settings.sheetName, rows, signal)
  signal.throwIfAborted()
  // The import of the same sync compares it; a Google sheet has none.
  const fileHash = await spreadsheet.contentHash?.(signal)
  const isSampleData = source === sampleSource
  await recordExport(db, { source: source.name, rows: rowCount, isSampleData })
  log(`Exported ${countOf(rowCount, 'volunteer')}.`)
  return { rowCount, isSampleData, fileHash }
}

function openSource({ locust, place }: Settings): VolunteerSource {
  if (locust) return openLocust(locust)
  if (place === 'server') return sampleSource
  throw new JobError(
    `${installation.outsideSystem} is not connected. An administrator has to connect it, then run the sync again.`,
    'other',
    {
      details:
        'LOCUST_URL is not set, and a run on GitHub exports no sample data. Set the secret LOCUST_URL there and the variable on the server.',
    },
  )
}

function readVolunteers(
  source: VolunteerSource,
  { signal, log, progress, retrying }: JobContext,
): Promise<VolunteerTable> {
  const count = (volunteers: number) => {
    // The total number is not known.
    progress(0, `Reading volunteers from ${source.name}: ${formatCount(volunteers)} so far`)
  }
  const onWait = (next: NextTry | null) => retrying(next && { system: 'locust', ...next })
  return source.read({ log, count, onWait }, signal)
}

function* withProgress(
  { columns, rows }: VolunteerTable,
  onProgress: (share: number) => void,
): Generator<string[]> {
  yield [...columns]
  for (const [index, row] of rows.entries()) {
    yield row
    if (index % rowsPerProgress === 0) onProgress(index / rows.length)
  }
}
