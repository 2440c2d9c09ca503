import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Makes the reports of these circuits differ from the circuits' present content, as an import with changes there would.
 * The next import raises the version that pages poll.
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
