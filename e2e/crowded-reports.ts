import type { LookupOptions, Report } from '@dashboard/contract/reports'
import { expect, type Page } from '@playwright/test'
import type { Dashboard } from './dashboard.ts'
import { openSignedIn } from './sign-in.ts'

/** Mocks more data than any installation will hold, for specs of crowded pages. */

/** A name of 80 characters without any place to break. */
export const longName = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.padEnd(80, 'x')

/** Returns circuits with a hundred congregations each. */
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
    const isOfCircuit = index % 3 === 0
    // No two reports have the same circuit or congregation; otherwise they would be versions of each other.
    const circuitId = index === 1 ? longName : `NY-${isOfCircuit ? index + 1 : (index % 50) + 1}`
    const congregation = isOfCircuit ? null : index === 2 ? longName : `Congregation ${index}`
    return {
      id,
      circuitId,
      congregation,
      filename: `${congregation ?? circuitId} 2026-11-20.pdf`,
      size: 150_000 + index * 1_000,
      pages: 1 + (index % 12),
      volunteers: 20 * (1 + (index % 12)),
      format: 'pdf',
      generatedAt: new Date(Date.UTC(2026, 10, 20, 15) - index * 60_000).toISOString(),
      downloadUrl: `/api/reports/${id}/download`,
      jobId: null,
      stale: index % 2 === 1,
      current: true,
    }
  })
}

const reportsAddress = '**/api/reports'

/** Answers the list of reports with these. */
export async function answerReports(page: Page, reports: readonly Report[]): Promise<void> {
  await page.unroute(reportsAddress)
  await page.route(reportsAddress, (route) => route.fulfill({ json: { reports } }))
}

/** Opens the reports page with 5,000 congregations and 2,000 reports. */
export async function openCrowdedReports(page: Page, dashboard: Dashboard): Promise<void> {
  const options = crowdedOptions(5_000)
  const reports = crowdedReports(2_000)
  await page.route('**/api/lookup-options', (route) => route.fulfill({ json: options }))
  await answerReports(page, reports)
  await openSignedIn(page, dashboard, '/dashboard/reports')
  await expect(page.getByRole('checkbox', { name: /^Select report of/ }).first()).toBeVisible()
}

export async function chooseCongregations(page: Page): Promise<void> {
  await page
    .getByRole('combobox', { name: 'Report type' })
    .selectOption({ label: 'Congregation Report' })
  await page.getByRole('switch').click()
}
