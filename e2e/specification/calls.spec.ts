import { expect, test } from '@playwright/test'
import { deleteAllJobs, jobRow, runningRow, writeJobs } from '../job-rows.ts'
import { type LiteralClient, send, signInLiterally } from '../literal-calls.ts'
import { ownDashboard } from '../own-dashboard.ts'
import { logoFile, putLogo } from './logo-upload.ts'
import { says } from './says.ts'

/** The table of calls, as the server takes and answers them. */

const dashboard = ownDashboard({}, { synced: 'reports' })
let client: LiteralClient

test.beforeAll(async () => {
  client = await signInLiterally(dashboard)
})

const message = { message: expect.any(String) }
const newUser = {
  username: 'mortega',
  firstName: 'Mia',
  lastName: 'Ortega',
  password: 'p',
  role: 'user',
  isActive: true,
}
async function idOf(username: string): Promise<string | undefined> {
  const { body } = await client.send('GET /api/users')
  const { users } = body as { users: { id: string; username: string }[] }
  return users.find((user) => user.username === username)?.id
}

test('accounts', async () => {
  await says(
    'POST /api/users: username, firstName, lastName, password, role, isActive; message',
    async () => {
      expect((await client.send('POST /api/users', newUser)).body).toMatchObject(message)
    },
  )
  await says('GET /api/users: none; users', async () => {
    const { body } = await client.send('GET /api/users')
    expect(body).toMatchObject({ users: expect.any(Array) })
  })
  const id = await idOf('mortega')
  await says(
    'PUT /api/users/{id}: any of username, firstName, lastName, role, isActive; message',
    async () => {
      for (const change of [
        { username: 'other' },
        { firstName: 'Ann' },
        { lastName: 'Lee' },
        { role: 'admin' },
        { isActive: false },
        { username: 'mia', firstName: 'Mia', lastName: 'Ortega', role: 'user', isActive: true },
      ])
        expect((await client.send(`PUT /api/users/${id}`, change)).body).toMatchObject(message)
    },
  )
  await says('PUT /api/users/{id}/password: newPassword; message', async () => {
    const answer = await client.send(`PUT /api/users/${id}/password`, { newPassword: 'sixsix' })
    expect(answer.body).toMatchObject(message)
  })
  const credentials = { username: 'mia', password: 'sixsix' }
  await says('POST /api/auth/login: username, password; token', async () => {
    const { body } = await send(dashboard.url, 'POST /api/auth/login', { body: credentials })
    expect(body).toMatchObject({ token: expect.any(String) })
  })
  const mia = await signInLiterally(dashboard, credentials)
  await says('PUT /api/auth/profile: firstName, lastName, username; token, message', async () => {
    const profile = { firstName: 'Maria', lastName: 'Ortega', username: 'maria' }
    const { body } = await mia.send('PUT /api/auth/profile', profile)
    expect(body).toMatchObject({ token: expect.any(String), ...message })
  })
  await says(
    'PUT /api/auth/change-password: currentPassword, newPassword, confirmPassword; message',
    async () => {
      const { body } = await mia.send('PUT /api/auth/change-password', {
        currentPassword: 'sixsix',
        newPassword: 'of my own',
        confirmPassword: 'of my own',
      })
      expect(body).toMatchObject(message)
    },
  )
  await says('POST /api/auth/logout: none', async () => {
    expect((await mia.send('POST /api/auth/logout')).status).toBe(200)
    expect((await mia.send('GET /api/jobs')).status).toBe(401)
  })
  await says('DELETE /api/users/{id}: none; message', async () => {
    expect((await client.send(`DELETE /api/users/${id}`)).body).toMatchObject(message)
  })
})

test('workflows', async () => {
  const options = await client.send('GET /api/lookup-options')
  await says(
    'GET /api/lookup-options: none; circuits, congregations, circuitCongregationMap',
    () => {
      expect(options.body).toMatchObject({
        circuits: expect.any(Array),
        congregations: expect.any(Array),
        circuitCongregationMap: expect.any(Object),
      })
    },
  )
  const { circuits, congregations } = options.body as Record<string, string[]>
  await says('POST /api/import/sheets: imported row count, circuits count', async () => {
    const { body } = await client.send('POST /api/import/sheets')
    expect(body).toMatchObject({ rowCount: 3_000, circuitsCount: circuits?.length })
  })
  await says('POST /api/workflows/locust-export: jobId', async () => {
    const { body } = await client.send('POST /api/workflows/locust-export')
    expect(body).toMatchObject({ jobId: expect.any(String) })
    await client.send('POST /api/jobs/cancel-all')
  })
  await says('POST /api/workflows/export-and-import', async () => {
    expect((await client.send('POST /api/workflows/export-and-import')).status).toBe(202)
    await client.send('POST /api/jobs/cancel-all')
  })
  await says('POST /api/workflows/circuit-report: {circuits}', async () => {
    const input = { circuits: circuits?.slice(0, 2) }
    expect((await client.send('POST /api/workflows/circuit-report', input)).status).toBe(202)
  })
  await says('POST /api/workflows/congregation-report: {congregations}', async () => {
    const input = { congregations: congregations?.slice(0, 2) }
    expect((await client.send('POST /api/workflows/congregation-report', input)).status).toBe(202)
    await client.send('POST /api/jobs/cancel-all')
  })
  await says(
    'GET /api/automation-status: none; lastAutomatedExport, lastImport, exportError',
    async () => {
      expect((await client.send('GET /api/automation-status')).body).toMatchObject({
        lastAutomatedExport: { timestamp: expect.any(String) },
        lastImport: { timestamp: expect.any(String) },
        exportError: null,
      })
    },
  )
})

test('jobs', async () => {
  const running = runningRow()
  deleteAllJobs(dashboard.dataDir)
  const completed = Array.from({ length: 110 }, () => jobRow())
  writeJobs(dashboard.dataDir, [...completed, runningRow({ type: 'import' }), running])
  const listed = async (query = '') => {
    const { body } = await client.send(`GET /api/jobs${query}`)
    return (body as { jobs: { id: string; status: string }[] }).jobs
  }
  await says('GET /api/jobs?limit=N (default 100): none; jobs', () =>
    says('Job list page size: 100', async () => {
      expect(await listed()).toHaveLength(100)
      expect(await listed('?limit=7')).toHaveLength(7)
      expect(await listed('?limit=105')).toHaveLength(105)
    }),
  )
  const job = { job: expect.objectContaining({ id: running.id }) }
  await says('POST /api/jobs/{id}/sync: none; job, updated;', async () => {
    const { body } = await client.send(`POST /api/jobs/${running.id}/sync`)
    expect(body).toMatchObject({ ...job, updated: expect.any(Boolean) })
  })
  await says('POST /api/jobs/sync: none; success, updated', async () => {
    const { body } = await client.send('POST /api/jobs/sync')
    expect(body).toMatchObject({ success: true, updated: expect.any(Number) })
  })
  await says('POST /api/jobs/sync-github: none; success, message, updated;', async () => {
    const { body } = await client.send('POST /api/jobs/sync-github')
    expect(body).toMatchObject({ success: true, ...message, updated: expect.any(Number) })
  })
  await says('POST /api/jobs/{id}/cancel: none; cancel one job', async () => {
    expect((await client.send(`POST /api/jobs/${running.id}/cancel`)).status).toBe(200)
    expect((await client.send(`GET /api/jobs/${running.id}`)).body).toMatchObject({
      job: { id: running.id, status: 'failed' },
    })
  })
  await says('POST /api/jobs/cancel-all: none; message', async () => {
    expect((await client.send('POST /api/jobs/cancel-all')).body).toMatchObject(message)
  })
  await says('POST /api/jobs/clear-completed: none; clear completed jobs', async () => {
    expect((await client.send('POST /api/jobs/clear-completed')).status).toBe(200)
    expect((await listed()).map(({ status }) => status)).toEqual(['failed', 'failed'])
  })
})

test('reports', async () => {
  const listed = async () => {
    const { body } = await client.send('GET /api/reports')
    return (body as { reports: { id: string }[] }).reports.map(({ id }) => id)
  }
  const ids = await listed()
  await says('GET /api/reports: none; reports', () => {
    expect(ids.length).toBe(3)
  })
  await says('GET /api/reports/{id}/download: none; file (blob)', async () => {
    const { bytes } = await client.send(`GET /api/reports/${ids[0]}/download`)
    expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe('%PDF-')
  })
  await says('POST /api/reports/bulk-download: {ids}; zip (blob)', async () => {
    const { bytes } = await client.send('POST /api/reports/bulk-download', { ids: ids.slice(0, 2) })
    expect(Buffer.from(bytes.slice(0, 2)).toString()).toBe('PK')
  })
  await says('DELETE /api/reports/{id}: none; delete one', async () => {
    expect((await client.send(`DELETE /api/reports/${ids[0]}`)).status).toBe(200)
    expect(await listed()).toEqual(ids.slice(1))
  })
  await says('DELETE /api/reports: {ids}; bulk delete', async () => {
    expect((await client.send('DELETE /api/reports', { ids: ids.slice(1, 2) })).status).toBe(200)
    expect(await listed()).toEqual(ids.slice(2))
  })
  await says('DELETE /api/reports/clear-all: none; delete all', async () => {
    expect((await client.send('DELETE /api/reports/clear-all')).status).toBe(200)
    expect(await listed()).toEqual([])
  })
})

test('monitoring', async () => {
  await says('GET /api/monitoring/status: none; monitoring status', async () => {
    const { body } = await client.send('GET /api/monitoring/status')
    expect(body).toMatchObject({ isMonitoring: expect.any(Boolean) })
  })
  await says('POST /api/monitoring/auto-sync: {enabled}; message', async () => {
    for (const enabled of [true, false]) {
      const answer = await client.send('POST /api/monitoring/auto-sync', { enabled })
      expect(answer.body).toMatchObject(message)
      const { body } = await client.send('GET /api/monitoring/status')
      expect(body).toMatchObject({ autoSyncEnabled: enabled })
    }
  })
})

test('brand settings', async () => {
  await says(
    "PATCH /api/brand-settings/{id} (id 'default' if none): colors, logoZoom, logoBackgroundColor, logoBackgroundTransparent; saved settings",
    async () => {
      const change = {
        colors: { primaryActions: '#123456' },
        logoZoom: 1.2,
        logoBackgroundColor: '#ff0000',
        logoBackgroundTransparent: true,
      }
      const { body } = await client.send('PATCH /api/brand-settings/default', change)
      expect(body).toMatchObject({ brandSettings: change })
    },
  )
  const settings = async () => {
    const { body } = await client.send('GET /api/brand-settings')
    return (body as { brandSettings: { id: string; logoUrl: string; isActive: boolean } })
      .brandSettings
  }
  const { id } = await settings()
  await says('GET /api/brand-settings: none; brandSettings;', async () => {
    const answer = await client.send('GET /api/brand-settings')
    expect(answer).toMatchObject({ status: 200, body: { brandSettings: { id } } })
  })
  expect((await client.send(`PATCH /api/brand-settings/${id}`, { logoZoom: 1 })).status).toBe(200)
  const ticket = await client.send('POST /api/brand-settings/upload-url', logoFile)
  const { uploadUrl, logoId } = ticket.body as { uploadUrl: string; logoId: string }
  await says(
    'POST /api/brand-settings/upload-url: fileName, fileSize, mimeType; uploadUrl, logoId',
    () => {
      expect(ticket.body).toMatchObject({
        uploadUrl: expect.any(String),
        logoId: expect.any(String),
      })
    },
  )
  await says(
    'PUT {uploadUrl}: raw file with its content type, no Authorization header; stores file',
    async () => {
      const { ok } = await putLogo(dashboard.url, uploadUrl)
      expect(ok).toBe(true)
    },
  )
  await says(
    'POST /api/brand-settings/{logoId}/confirm: fileName, fileSize, mimeType; confirms upload',
    async () => {
      const { status } = await client.send(`POST /api/brand-settings/${logoId}/confirm`, logoFile)
      expect(status).toBe(200)
    },
  )
  await says('GET /api/brand-settings/logo/{fileName}: none; logo file', async () => {
    const { logoUrl } = await settings()
    expect(logoUrl).toMatch(/^\/api\/brand-settings\/logo\/[^/]+$/)
    const { headers } = await client.send(`GET ${logoUrl}`)
    expect(headers.get('content-type')).toMatch(/^image\//)
  })
  await says('PUT /api/brand-settings/{id}/status: {isActive}; toggles logo', async () => {
    for (const isActive of [false, true]) {
      await client.send(`PUT /api/brand-settings/${id}/status`, { isActive })
      expect(await settings()).toMatchObject({ isActive })
    }
  })
  await says('DELETE /api/brand-settings/{id}: none; message', async () => {
    expect((await client.send(`DELETE /api/brand-settings/${id}`)).body).toMatchObject(message)
  })
})
