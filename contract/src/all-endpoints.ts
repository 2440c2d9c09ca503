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

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'path' in value
}

/** Every call of the API, once. */
export const allEndpoints: readonly Endpoint[] = [
  accounts,
  passwordLinks,
  sessions,
  accessTokens,
  openid,
  factors,
  passkeys,
  signInLinks,
  sync,
  automation,
  schedules,
  jobs,
  columns,
  imports,
  importRejects,
  reports,
  coverage,
  volunteers,
  volunteerExports,
  callLists,
  monitoring,
  preflight,
  notices,
  brand,
  audit,
  health,
  system,
].flatMap((module) => Object.values<unknown>(module).filter(isEndpoint))
