/** Answers with the fields that the specification names, and no others. */

const at = '2026-11-20T12:00:00Z'

export const specifiedJob = {
  id: 'job-1',
  type: 'circuit-report',
  target: 'NY-1, NY-2',
  status: 'running',
  progress: 40,
  dependsOn: null,
  startedAt: at,
  completedAt: null,
  elapsedTime: null,
  error: null,
  logs: null,
  githubRunId: null,
  githubRunUrl: null,
  createdBy: 'Ada Lovelace',
  createdAt: at,
}

/** By the name of the endpoint. */
export const specifiedAnswers = {
  listJobs: { jobs: [specifiedJob] },
  getJob: { job: specifiedJob },
  syncJob: { job: specifiedJob, updated: true },
  listReports: {
    reports: [
      {
        id: 'report-1',
        circuitId: 'NY-1',
        filename: 'NY-1.pdf',
        size: 1_048_576,
        format: 'pdf',
        generatedAt: at,
        downloadUrl: '/api/reports/report-1/download',
      },
    ],
  },
  listUsers: {
    users: [
      {
        id: 'user-1',
        username: 'ada',
        firstName: 'Ada',
        lastName: 'Lovelace',
        role: 'admin',
        isActive: true,
        createdAt: at,
        updatedAt: at,
      },
    ],
  },
  getLookupOptions: {
    circuits: ['NY-1'],
    congregations: ['Astoria'],
    circuitCongregationMap: { 'NY-1': ['Astoria'] },
  },
  getAutomationStatus: {
    lastAutomatedExport: { timestamp: at },
    lastImport: { timestamp: at },
    exportError: null,
  },
  getMonitoringStatus: {
    isMonitoring: true,
    activeUsers: 1,
    currentInterval: 5_000,
    monitoringJobs: 1,
    hasActiveUsers: true,
    autoSyncEnabled: false,
  },
  getBrandSettings: {
    brandSettings: {
      id: 'default',
      logoUrl: null,
      logoFileName: null,
      logoFileSize: null,
      logoMimeType: null,
      colors: {},
      logoZoom: 1,
      logoBackgroundColor: null,
      logoBackgroundTransparent: false,
      isActive: true,
      uploadedBy: null,
      createdAt: at,
      updatedAt: at,
    },
  },
} as const
