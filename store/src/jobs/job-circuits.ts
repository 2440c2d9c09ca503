import { randomUUID } from 'node:crypto'
import type { JobType } from '@dashboard/contract/jobs'
import type { Db } from '../database/open-database.ts'
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
export async function insertJobCircuits(
  tx: Db,
  jobId: string,
  { type, targets, circuits }: JobTargets,
): Promise<void> {
  const names = new Set(circuits ?? (await readCircuits(tx, type, targets)))
  const rows = [...names].map((circuit) => ({ id: randomUUID(), jobId, circuit }))
  for (const batch of inBatches(rows)) {
    await tx
      .insertInto('job_circuits')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['jobId', 'circuit']).doNothing())
      .execute()
  }
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
