import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Has the reports of these circuits say something else than their circuits have now, as an import leaves them that
 * changes somebody there; the next import tells the pages.
 */
export function changeContents(dataDir: string, circuits: readonly string[]): void {
  const database = new DatabaseSync(join(dataDir, 'dashboard.db'), { timeout: 5_000 })
  try {
    const statement = database.prepare(
      "update report_contents set digest = 'changed' where circuit = ?",
    )
    for (const circuit of circuits) statement.run(circuit)
  } finally {
    database.close()
  }
}
