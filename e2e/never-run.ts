import type { AutomationStatus } from '@dashboard/contract/automation'

/** The status of an installation in which nothing was exported or imported yet. */
export const neverRun: AutomationStatus = {
  lastAutomatedExport: null,
  lastImport: null,
  exportError: null,
  exportErrorDetails: null,
  lastSync: [],
  outdatedReports: { circuits: [], congregations: [] },
  isSampleData: false,
}
