import { randomUUID } from 'node:crypto'
import type { ScopedDb } from '@dashboard/store/database/scoped-database'
import {
  listCircuitNames,
  listCongregationTargets,
  readCongregationTargets,
} from '@dashboard/store/reports/report-targets'
import { refuseUnknown } from '../http/unknown-names.ts'
import { type StartDependencies, type Starter, startJobs } from '../jobs/queue-jobs.ts'

/** Reports are started of what the starter sees. */
interface Dependencies extends StartDependencies {
  visible: ScopedDb
}

/** Queues one report per circuit. Throws 400 naming the circuits that do not exist. */
export async function startCircuitReport(
  dependencies: Dependencies,
  user: Starter,
  circuits: string[],
): Promise<string> {
  refuseUnknown('circuit', circuits, await listCircuitNames(dependencies.visible))
  const id = randomUUID()
  await startJobs(dependencies, user, [{ id, type: 'circuit-report', targets: circuits }])
  return id
}

/** Queues one report per congregation, named by its label. Throws 400 naming the unknown ones. */
export async function startCongregationReport(
  dependencies: Dependencies,
  user: Starter,
  congregations: string[],
): Promise<string> {
  const { db, visible } = dependencies
  const seen = await listCongregationTargets(visible)
  const labels = seen.map(({ label }) => label)
  refuseUnknown('congregation', congregations, labels)
  // Jobs name congregations as they are called among all circuits: a name that is the only one among the circuits
  // that somebody sees may be used elsewhere too.
  const inFull = new Map((await readCongregationTargets(db)).map(({ id, label }) => [id, label]))
  const labelInFull = new Map(seen.map(({ id, label }) => [label, inFull.get(id) ?? label]))
  const targets = congregations.map((label) => labelInFull.get(label) ?? label)
  const id = randomUUID()
  await startJobs(dependencies, user, [{ id, type: 'congregation-report', targets }])
  return id
}
