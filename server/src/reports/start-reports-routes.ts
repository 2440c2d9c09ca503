import { countOf } from '@dashboard/contract/counts'
import * as contract from '@dashboard/contract/reports'
import { type ScopedDb, within } from '@dashboard/store/database/scoped-database'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/reports/report-targets'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { refuseUnknown } from '../http/unknown-names.ts'
import { type StartDependencies, startJob } from '../jobs/queue-jobs.ts'
import type { Starter } from '../jobs/starter.ts'

/** Adds the routes that list what reports can be made of, and those that start them. */
export function startReportsRoutes(
  app: FastifyInstance,
  { db, engine }: Omit<StartDependencies, 'audit'>,
): void {
  route(app, contract.getLookupOptions, async ({ scope }) => {
    const visible = within(db, scope)
    const [circuits, congregations] = await Promise.all([
      listCircuitNames(visible),
      listCongregationTargets(visible),
    ])
    const byCircuit = new Map<string, string[]>(circuits.map((circuit) => [circuit, []]))
    for (const { circuit, label } of congregations) byCircuit.get(circuit)?.push(label)
    return {
      circuits,
      congregations: congregations.map(({ label }) => label),
      // A circuit without congregations has an empty list.
      circuitCongregationMap: Object.fromEntries(byCircuit),
    }
  })

  route(app, contract.startCircuitReport, async ({ user, body, scope, audit }) => {
    const dependencies = { db, engine, audit, visible: within(db, scope) }
    const jobId = await startCircuitReport(dependencies, user, body.circuits)
    return {
      jobId,
      message: `Started generating ${countOf(body.circuits.length, 'circuit report')}.`,
    }
  })

  route(app, contract.startCongregationReport, async ({ user, body, scope, audit }) => {
    const dependencies = { db, engine, audit, visible: within(db, scope) }
    const jobId = await startCongregationReport(dependencies, user, body.congregations)
    const reports = countOf(body.congregations.length, 'congregation report')
    return { jobId, message: `Started generating ${reports}.` }
  })
}

/** Reports are started for circuits in the caller's scope. */
interface StartReportsDependencies extends StartDependencies {
  visible: ScopedDb
}

/** Queues one report per circuit. Throws 400 naming the circuits that do not exist. */
export async function startCircuitReport(
  dependencies: StartReportsDependencies,
  user: Starter,
  circuits: string[],
): Promise<string> {
  refuseUnknown('circuit', circuits, await listCircuitNames(dependencies.visible))
  return startJob(dependencies, user, { type: 'circuit-report', targets: circuits })
}

/** Queues one report per congregation, named by its label. Throws 400 naming the unknown ones. */
export async function startCongregationReport(
  dependencies: StartReportsDependencies,
  user: Starter,
  congregations: string[],
): Promise<string> {
  const { db, visible } = dependencies
  const seen = await listCongregationTargets(visible)
  const labels = seen.map(({ label }) => label)
  refuseUnknown('congregation', congregations, labels)
  // Jobs use the labels that congregations have among all circuits: a name that is unique among the circuits of a user
  // may be used elsewhere, too.
  const inFull = new Map((await listCongregationTargets(db)).map(({ id, label }) => [id, label]))
  const labelInFull = new Map(seen.map(({ id, label }) => [label, inFull.get(id) ?? label]))
  const targets = congregations.map((label) => labelInFull.get(label) ?? label)
  return startJob(dependencies, user, { type: 'congregation-report', targets })
}
