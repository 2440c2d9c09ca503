import type { FastifyInstance } from 'fastify'
import { startWithAdmin } from './logo-upload.ts'

export type AuditedServer = Awaited<ReturnType<typeof startAuditedServer>>

export interface ExpectedEntry {
  action: string
  subject: string | null
  details?: object
  /** The administrator by default. */
  actor?: string
}
/** Makes a call that is audited; returns the entries it must make. */
export type Scenario = (setup: AuditedServer) => Promise<ExpectedEntry[]>

/** Sets up only one channel, at which nothing listens. */
const notices = {
  publicUrl: 'https://dash.example.org',
  heartbeatUrl: 'http://127.0.0.1:1/',
}

/** Starts a server with an administrator, who sends all calls from one address. */
export async function startAuditedServer() {
  const setup = await startWithAdmin({ settings: { notices } })
  const { id, firstName, lastName, username } = setup.ada.user
  return {
    ...setup,
    adaId: id,
    /** Called with every further server that a scenario starts. */
    watch(_app: FastifyInstance): void {},
    /** Empties the audit log: earlier entries do not matter. */
    forget: () => setup.db.deleteFrom('audit_log').execute(),
    adaName: `${firstName} ${lastName} (${username})`,
    call: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      setup.ada.inject({ method, url, ...(payload && { payload }), remoteAddress: '10.9.8.7' }),
  }
}
