import { SessionUser, User } from '@dashboard/contract/accounts'
import { BrandSettings } from '@dashboard/contract/brand'
import { Job } from '@dashboard/contract/jobs'
import { LookupOptions, Report } from '@dashboard/contract/reports'
import { z } from 'zod'
import type { KnownValues } from './schema-values.ts'

const most = 20

/**
 * Reads the values that generated requests may name, with the token of an administrator whom no generated request
 * touches. Accounts that must stay unchanged are left out.
 */
export async function readKnownValues(
  url: string,
  token: string,
  isKept: (userId: string) => boolean,
): Promise<KnownValues> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const get = async (path: string) => (await fetch(`${url}${path}`, { headers })).json()
  const logo = { fileName: 'logo.png', fileSize: 300, mimeType: 'image/png' }
  const ticket = await fetch(`${url}/api/brand-settings/upload-url`, {
    method: 'POST',
    headers,
    body: JSON.stringify(logo),
  })

  const { users } = z.object({ users: z.array(User) }).parse(await get('/api/users'))
  const { jobs } = z.object({ jobs: z.array(Job) }).parse(await get(`/api/jobs?limit=${most}`))
  const { reports } = z.object({ reports: z.array(Report) }).parse(await get('/api/reports'))
  const names = LookupOptions.parse(await get('/api/lookup-options'))
  const { brandSettings } = z
    .object({ brandSettings: BrandSettings.nullable() })
    .parse(await get('/api/brand-settings'))
  const upload = z.object({ uploadUrl: z.string(), logoId: z.string() }).parse(await ticket.json())

  const reportIds = reports.slice(0, most).map(({ id }) => id)
  return {
    'users.id': users.map(({ id }) => id).filter((id) => !isKept(id)),
    'jobs.id': jobs.map(({ id }) => id),
    'reports.id': reportIds,
    ids: reportIds,
    circuits: names.circuits.slice(0, most),
    congregations: names.congregations.slice(0, most),
    'brand-settings.id': ['default', ...(brandSettings ? [brandSettings.id] : [])],
    'brand-settings.logoId': [upload.logoId],
    'brand-settings.ticket': [upload.uploadUrl.split('/').at(-1)],
    'brand-settings.fileName': [brandSettings?.logoUrl?.split('/').at(-1) ?? 'none.png'],
    fileName: [logo.fileName],
    fileSize: [logo.fileSize],
    mimeType: [logo.mimeType],
  }
}

/** Returns the id of the user whose session a token belongs to. */
export function userIdOf(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return SessionUser.parse(JSON.parse(claims)).userId
}
