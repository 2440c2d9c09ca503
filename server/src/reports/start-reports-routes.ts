import { randomUUID } from 'node:crypto'
import { countOf } from '@dashboard/contract/counts'
import * as contract from '@dashboard/contract/reports'
import { within } from '@dashboard/store/database/scoped-database'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/reports/report-targets'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { refuseUnknown } from '../http/unknown-names.ts'
import { type StartDependencies, startJobs } from '../jobs/queue-jobs.ts'

/** Adds the routes that list the places for which reports can be made, and those that start them. */
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

  route(app, contract.startCircuitReport, async ({ user, body: { circuits }, scope, audit }) => {
    refuseUnknown('circuit', circuits, await listCircuitNames(within(db, scope)))
    const jobId = randomUUID()
    const job = { id: jobId, type: 'circuit-report', targets: circuits } as const
    await startJobs({ db, engine, audit }, user, [job])
    return { jobId, message: `Started generating ${countOf(circuits.length, 'circuit report')}.` }
  })

  route(app, contract.startCongregationReport, async ({ user, body, scope, audit }) => {
    const { congregations } = body
    const seen = await listCongregationTargets(within(db, scope))
    const labels = seen.map(({ label }) => label)
    refuseUnknown('congregation', congregations, labels)
    // Jobs use the labels that congregations have among all circuits: a name that is unique among the circuits of a
    // user may be used elsewhere, too.
    const inFull = new Map((await listCongregationTargets(db)).map(({ id, label }) => [id, label]))
    const labelInFull = new Map(seen.map(({ id, label }) => [label, inFull.get(id) ?? label]))
    const targets = congregations.map((label) => labelInFull.get(label) ?? label)
    const jobId = randomUUID()
    await startJobs({ db, engine, audit }, user, [
      { id: jobId, type: 'congregation-report', targets },
    ])
    const reports = countOf(congregations.length, 'congregation report')
    return { jobId, message: `Started generating ${reports}.` }
  })
}
