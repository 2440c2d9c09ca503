import * as contract from '@dashboard/contract/reports'
import { within } from '@dashboard/store/database/scoped-database'
import { listCircuitNames, listCongregationTargets } from '@dashboard/store/reports/report-targets'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import type { StartDependencies } from '../jobs/queue-jobs.ts'
import { startCircuitReport, startCongregationReport } from './start-reports.ts'

/** What reports can be made of, and the calls that start them. */
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
    return { jobId, message: `Started generating ${countReports('circuit', body.circuits)}.` }
  })

  route(app, contract.startCongregationReport, async ({ user, body, scope, audit }) => {
    const dependencies = { db, engine, audit, visible: within(db, scope) }
    const jobId = await startCongregationReport(dependencies, user, body.congregations)
    const reports = countReports('congregation', body.congregations)
    return { jobId, message: `Started generating ${reports}.` }
  })
}

function countReports(noun: string, targets: string[]): string {
  return `${targets.length} ${noun} ${targets.length === 1 ? 'report' : 'reports'}`
}
