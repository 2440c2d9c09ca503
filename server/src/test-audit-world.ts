import { startWithAdmin } from './brand/test-logo-upload.ts'

export type AuditWorld = Awaited<ReturnType<typeof startAuditWorld>>

export interface ExpectedEntry {
  action: string
  subject: string | null
  details?: object
  /** The administrator when left out. */
  actor?: string
}
/** Makes a call that is audited; answers the entries it must make. */
export type Scenario = (world: AuditWorld) => Promise<ExpectedEntry[]>

/** A server with an administrator, who calls from one address. */
export async function startAuditWorld() {
  const world = await startWithAdmin()
  const { id, firstName, lastName, username } = world.ada.user
  return {
    ...world,
    adaId: id,
    adaName: `${firstName} ${lastName} (${username})`,
    call: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      world.ada.inject({ method, url, ...(payload && { payload }), remoteAddress: '10.9.8.7' }),
  }
}
