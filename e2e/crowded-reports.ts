import type { Report } from '@dashboard/contract/reports'
import type { LookupOptions } from '@dashboard/contract/workflows'

/** More than any installation will hold, for specs that look at crowded pages. */

/** A name of 80 characters that breaks nowhere of itself. */
export const longName = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.padEnd(80, 'x')

/** Circuits with a hundred congregations each. */
export function crowdedOptions(congregations: number): LookupOptions {
  const circuits = Array.from({ length: congregations / 100 }, (_, index) => `NY-${index + 1}`)
  circuits[1] = longName
  const byCircuit = circuits.map((circuit, index) => {
    const names = Array.from({ length: 100 }, (_, at) => `Congregation ${index + 1}-${at + 1}`)
    if (index === 0) names[1] = longName
    return [circuit, names] as const
  })
  return {
    circuits,
    congregations: byCircuit.flatMap(([, names]) => names),
    circuitCongregationMap: Object.fromEntries(
      byCircuit.map(([name, names]) => [name, [...names]]),
    ),
  }
}

export function crowdedReports(count: number): Report[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const circuitId = index === 1 ? longName : `NY-${(index % 50) + 1}`
    const congregation = index % 3 === 0 ? null : index === 2 ? longName : `Congregation ${index}`
    return {
      id,
      circuitId,
      congregation,
      filename: `${congregation ?? circuitId} 2026-11-20.pdf`,
      size: 20_000 + index * 1_000,
      format: 'pdf',
      generatedAt: new Date(Date.UTC(2026, 10, 20, 15) - index * 60_000).toISOString(),
      downloadUrl: `/api/reports/${id}/download`,
      stale: index % 2 === 1,
    }
  })
}
