import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { index, type Schema } from './table-parts.ts'

/**
 * Adds the circuits that a user is limited to, and the circuits of a job's reports. Both store names, because an import
 * may recreate a circuit. Existing jobs get the circuits that their targets refer to today.
 */
export async function up(schema: Schema): Promise<void> {
  await schema.schema.alterTable('users').addColumn('circuits', 'text').execute()
  await schema.schema
    .createTable('job_circuits')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('jobId', 'text', (column) =>
      column.notNull().references('jobs.id').onDelete('cascade'),
    )
    .addColumn('circuit', 'text', (column) => column.notNull())
    .addUniqueConstraint('job_circuits_jobId_circuit', ['jobId', 'circuit'])
    .execute()
  await index(schema, 'job_circuits', ['circuit'])
  await fillCircuits(schema as Kysely<Tables>)
}

interface Tables {
  jobs: { id: string; type: string; targets: string }
  job_circuits: { id: string; jobId: string; circuit: string }
  circuits: { id: string; name: string }
  congregations: { name: string; circuitId: string }
}

async function fillCircuits(db: Kysely<Tables>): Promise<void> {
  const circuitOf = await readCircuitsOfCongregations(db)
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'type', 'targets'])
    .where('type', 'in', ['circuit-report', 'congregation-report'])
    .execute()
  for (const { id, type, targets } of jobs) {
    const names: string[] = JSON.parse(targets)
    const circuits =
      type === 'circuit-report' ? names : names.map((name) => circuitOf.get(name) ?? '')
    for (const circuit of new Set(circuits)) {
      await db.insertInto('job_circuits').values({ id: randomUUID(), jobId: id, circuit }).execute()
    }
  }
}

/**
 * Maps labels to circuits: the name where only one circuit has it, and `Name (Circuit)`; other targets belong to no
 * circuit.
 */
async function readCircuitsOfCongregations(db: Kysely<Tables>): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('congregations')
    .innerJoin('circuits', 'circuits.id', 'congregations.circuitId')
    .select(['congregations.name', 'circuits.name as circuit'])
    .execute()
  const circuitOf = new Map<string, string>()
  for (const { name, circuit } of rows) {
    circuitOf.set(name, circuitOf.has(name) ? '' : circuit)
  }
  for (const { name, circuit } of rows) circuitOf.set(`${name} (${circuit})`, circuit)
  return circuitOf
}
