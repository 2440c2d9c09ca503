/** Returns the row of a report that a job made for one of its targets. */
export function reportOf(jobId: string, target: string, id = `report-${target}`) {
  return {
    id,
    circuitId: target,
    congregation: null,
    filename: `${target}.pdf`,
    size: 3,
    generatedAt: '2026-11-20T15:00:00.000Z',
    storageKey: `reports/${id}.pdf`,
    dataAsOf: null,
    generatedBy: null,
    jobId,
    target,
  }
}
