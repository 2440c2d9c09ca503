import * as accessTokens from './access-tokens.ts'
import * as accounts from './accounts.ts'
import * as audit from './audit.ts'
import * as automation from './automation.ts'
import * as brand from './brand.ts'
import * as callLists from './call-lists.ts'
import * as columns from './columns.ts'
import * as coverage from './coverage.ts'
import type { Endpoint } from './endpoint.ts'
import * as factors from './factors.ts'
import * as health from './health.ts'
import * as importRejects from './import-rejects.ts'
import * as imports from './imports.ts'
import * as jobs from './jobs.ts'
import * as monitoring from './monitoring.ts'
import * as notices from './notices.ts'
import * as openid from './openid.ts'
import * as passkeys from './passkeys.ts'
import * as passwordLinks from './password-links.ts'
import * as preflight from './preflight.ts'
import * as reports from './reports.ts'
import * as schedules from './schedules.ts'
import * as sessions from './sessions.ts'
import * as signInLinks from './sign-in-links.ts'
import * as sync from './sync.ts'
import * as system from './system.ts'
import * as volunteerExports from './volunteer-exports.ts'
import * as volunteers from './volunteers.ts'

/** Each file of endpoints, under the tag that its endpoints have unless they declare another. */
const files: readonly [tag: string, module: object][] = [
  ['Sessions', accounts],
  ['Users', passwordLinks],
  ['Sessions', sessions],
  ['Access tokens', accessTokens],
  ['Sessions', openid],
  ['Second step', factors],
  ['Second step', passkeys],
  ['Sessions', signInLinks],
  ['Data and workflows', sync],
  ['Data and workflows', automation],
  ['Schedules', schedules],
  ['Jobs', jobs],
  ['Own sheets', columns],
  ['Imports', imports],
  ['Imports', importRejects],
  ['Reports', reports],
  ['Data and workflows', coverage],
  ['Volunteers', volunteers],
  ['Volunteers', volunteerExports],
  ['Call lists', callLists],
  ['Monitoring', monitoring],
  ['Monitoring', preflight],
  ['Notices', notices],
  ['Branding', brand],
  ['Audit log', audit],
  ['Operation', health],
  ['Operation', system],
]

export interface NamedEndpoint extends Endpoint {
  /** The name under which its file exports it. */
  readonly name: string
  readonly tag: string
}

export const allEndpoints: readonly NamedEndpoint[] = files.flatMap(([tag, module]) =>
  Object.entries<unknown>({ ...module }).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ tag, ...value, name }] : [],
  ),
)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}
