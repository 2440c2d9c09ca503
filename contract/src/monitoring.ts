import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { BackupState } from './health.ts'

export const MonitoringStatus = z.object({
  isMonitoring: z.boolean(),
  /** Distinct users who requested jobs within the last 45 s. */
  activeUsers: z.number().int(),
  /** Milliseconds. */
  currentInterval: z.number().int(),
  monitoringJobs: z.number().int(),
  hasActiveUsers: z.boolean(),
  autoSyncEnabled: z.boolean(),
  /** Where jobs run: `local` is the server's machine. */
  engine: z.enum(['local', 'github']),
  /** `null` where nothing is known about backups. */
  backup: BackupState.nullable(),
  /** Problems that stop, or may soon stop, the server from saving anything or jobs from starting, in sentences. */
  problems: z.array(z.string()).optional(),
})
export type MonitoringStatus = z.infer<typeof MonitoringStatus>

export const getMonitoringStatus = defineEndpoint({
  summary: 'How closely jobs are watched, and by how many users',
  path: '/api/monitoring/status',
  access: 'user',
  answer: MonitoringStatus,
})

export const setAutoSync = defineEndpoint({
  summary: 'Switch on or off that outside workflow runs become jobs',
  method: 'POST',
  path: '/api/monitoring/auto-sync',
  access: 'admin',
  audit: 'auto-sync.update',
  body: z.strictObject({ enabled: z.boolean({ error: 'enabled must be true or false' }) }),
  answer: z.object({ message: z.string(), autoSyncEnabled: z.boolean() }),
})
