import { randomUUID } from 'node:crypto'
import type { JobType } from '@dashboard/contract/jobs'
import type { Insertable } from 'kysely'
import type { Db } from '../database/open-database.ts'
import type { JobCircuitsTable } from '../database/schema.ts'
import { inBatches } from '../database/statement-batches.ts'
import { listCongregationTargets } from '../reports/report-targets.ts'

interface JobTargets {
  type: JobType
  targets: readonly string[]
  circuits?: readonly string[] | undefined
}

/** Stored for a target that matches nothing; no limited user has this circuit. */
const noCircuit = ''

/** Stores the circuits of a new job's reports, which decide whether limited users see the job. */
export async function insertJobCircuits(tx: Db, jobId: string, job: JobTargets): Promise<void> {
  const rows = await circuitsOfTargets(tx, jobId, job)
  for (const batch of inBatches(rows)) {
    await tx
      .insertInto('job_circuits')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['jobId', 'circuit']).doNothing())
      .execute()
  }
}

/** Returns a row for each circuit that the targets of a job belong to. */
async function circuitsOfTargets(
  db: Db,
  jobId: string,
  { type, targets, circuits: given }: JobTargets,
): Promise<Insertable<JobCircuitsTable>[]> {
  const circuits = given ?? (await readCircuits(db, type, targets))
  return [...new Set(circuits)].map((circuit) => ({ id: randomUUID(), jobId, circuit }))
}

async function readCircuits(
  db: Db,
  type: JobType,
  targets: readonly string[],
): Promise<readonly string[]> {
  if (type === 'circuit-report') return targets
  if (type !== 'congregation-report') return []
  const congregations = await listCongregationTargets(db)
  const circuitOf = new Map(congregations.map(({ label, circuit }) => [label, circuit]))
  return targets.map((label) => circuitOf.get(label) ?? noCircuit)
}
