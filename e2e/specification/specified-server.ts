import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { admin, inactive, user } from './people.ts'
import { type SpecifiedJob, specifiedJob } from './specified-jobs.ts'

/**
 * The built web app, and the calls of section 7 of the specification. What they answer holds the fields that the
 * specification names and nothing else, and every other call is answered with 404.
 */
export interface SpecifiedServer {
  url: string
  /** The newest first. */
  jobs: SpecifiedJob[]
  close(): Promise<void>
}

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const sessionMs = 12 * 60 * 60_000
/** How long a job that was started waits, and then runs. */
const waitMs = 300
const runMs = 1_200

export async function startSpecifiedServer(data: 'empty' | 'full'): Promise<SpecifiedServer> {
  const app = fastify({ bodyLimit: 3 * 1024 * 1024 })
  const state = makeState(data)
  serveWebApp(app)
  answerAccounts(app, state)
  answerJobs(app, state)
  answerReports(app, state)
  answerMonitoring(app, state)
  answerBrand(app, state)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    jobs: state.jobs,
    close: async () => {
      for (const timer of state.timers) clearTimeout(timer)
      await app.close()
    },
  }
}

interface User {
  id: string
  username: string
  firstName: string
  lastName: string
  role: 'admin' | 'user'
  isActive: boolean
  createdAt: string
  updatedAt: string
}

interface Report {
  id: string
  circuitId: string
  filename: string
  size: number
  format: string
  generatedAt: string
  downloadUrl: string
}

interface BrandSettings {
  id: string
  logoUrl: string | null
  logoFileName: string | null
  logoFileSize: number | null
  logoMimeType: string | null
  colors: Record<string, string>
  logoZoom: number
  logoBackgroundColor: string | null
  logoBackgroundTransparent: boolean
  isActive: boolean
  uploadedBy: string | null
  createdAt: string
  updatedAt: string
}

type State = ReturnType<typeof makeState>

function makeState(data: 'empty' | 'full') {
  const isFull = data === 'full'
  const users = [
    makeUser({
      username: admin.username,
      firstName: 'Ada',
      lastName: 'Lovelace',
      role: 'admin',
    }),
    makeUser({
      username: user.username,
      firstName: 'Mia',
      lastName: 'Ortega',
    }),
    makeUser({
      username: inactive.username,
      firstName: 'Ina',
      lastName: 'Lund',
      isActive: false,
    }),
  ]
  const passwords = new Map(
    [admin, user, inactive].map(({ password }, index) => [users[index]?.id ?? '', password]),
  )
  const map: Record<string, string[]> = isFull
    ? {
        'NY-1': ['Astoria', 'Harlem'],
        'NY-2': ['Bronx', 'Chelsea', 'Midtown'],
        'NY-3': ['Queens'],
      }
    : {}
  const reports = isFull
    ? ['NY-1', 'NY-2', 'NY-1'].map((circuit, index) => makeReport(circuit, circuit, index + 1))
    : []
  const time = new Date().toISOString()
  return {
    users,
    passwords,
    sessions: new Map<string, string>(),
    jobs: isFull ? [specifiedJob({ type: 'import' }), specifiedJob()] : [],
    reports,
    lookup: {
      circuits: Object.keys(map),
      congregations: Object.values(map).flat(),
      circuitCongregationMap: map,
    },
    automation: {
      lastAutomatedExport: isFull ? { timestamp: time } : null,
      lastImport: isFull ? { timestamp: time } : null,
      exportError: null as string | null,
    },
    autoSync: { enabled: false },
    brand: { settings: null as BrandSettings | null, file: Buffer.from('') as Buffer },
    timers: [] as NodeJS.Timeout[],
  }
}

function makeUser(user: Partial<User>): User {
  return {
    id: randomUUID(),
    username: '',
    firstName: '',
    lastName: '',
    role: 'user',
    isActive: true,
    createdAt: '2025-01-05T15:00:00.000Z',
    updatedAt: '2025-01-05T15:00:00.000Z',
    ...user,
  }
}

/** The older it is, the larger its file. */
function makeReport(circuitId: string, name: string, ageDays: number): Report {
  const id = randomUUID()
  const generatedAt = new Date(Date.now() - ageDays * 86_400_000).toISOString()
  return {
    id,
    circuitId,
    filename: `${name} ${generatedAt.slice(0, 10)}.pdf`,
    size: 1_500_000 + ageDays * 200_000,
    format: 'pdf',
    generatedAt,
    downloadUrl: `/api/reports/${id}/download`,
  }
}

/** The files of the build, and its page for every other address that is no call. */
function serveWebApp(app: FastifyInstance): void {
  const page = readFileSync(join(webFolder, 'index.html'), 'utf8')
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    if (path.startsWith('/api')) return reply.code(404).send({ message: 'Not Found' })
    const file = join(webFolder, path)
    if (!existsSync(file) || !statSync(file).isFile()) return reply.type('text/html').send(page)
    const isHashed = path.startsWith('/assets/')
    return reply
      .header('cache-control', isHashed ? 'max-age=31536000, immutable' : 'no-cache')
      .type(mediaTypes[extname(file)] ?? 'application/octet-stream')
      .send(readFileSync(file))
  })
}

class Refusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

/** Whoever has signed in. */
function userOf(state: State, request: FastifyRequest): User {
  const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
  const user = state.users.find(({ id }) => id === state.sessions.get(token))
  if (!user) throw new Refusal(401, 'You are not signed in.')
  return user
}

function tokenOf(state: State, user: User): string {
  const payload = {
    userId: user.id,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    exp: Math.floor((Date.now() + sessionMs) / 1_000),
  }
  const parts = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const token = [...parts, randomUUID()].join('.')
  state.sessions.set(token, user.id)
  return token
}

function answerAccounts(app: FastifyInstance, state: State): void {
  const { users, passwords } = state
  const found = (id: string) => {
    const user = users.find((each) => each.id === id)
    if (!user) throw new Refusal(404, 'User not found')
    return user
  }
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500, message } = error as Error & { statusCode?: number }
    return reply.code(statusCode).send({ message })
  })
  app.post<{ Body: { username: string; password: string } }>('/api/auth/login', ({ body }) => {
    const user = users.find(({ username }) => username === body.username)
    if (!user || passwords.get(user.id) !== body.password)
      throw new Refusal(401, 'Invalid username or password')
    if (!user.isActive) throw new Refusal(403, 'This account is inactive.')
    return { token: tokenOf(state, user) }
  })
  app.post('/api/auth/logout', (request) => {
    state.sessions.delete(request.headers.authorization?.replace('Bearer ', '') ?? '')
    return {}
  })
  app.put<{ Body: Partial<User> }>('/api/auth/profile', (request) => {
    const user = Object.assign(userOf(state, request), request.body)
    return { token: tokenOf(state, user), message: 'Profile updated' }
  })
  app.put<{ Body: { currentPassword: string; newPassword: string } }>(
    '/api/auth/change-password',
    (request) => {
      const { id } = userOf(state, request)
      if (passwords.get(id) !== request.body.currentPassword)
        throw new Refusal(400, 'Current password is incorrect')
      passwords.set(id, request.body.newPassword)
      return { message: 'Password changed' }
    },
  )
  app.get('/api/users', (request) => {
    userOf(state, request)
    return { users }
  })
  app.post<{ Body: Partial<User> & { password: string } }>('/api/users', (request, reply) => {
    userOf(state, request)
    const { password, ...rest } = request.body
    if (users.some(({ username }) => username === rest.username))
      throw new Refusal(409, 'Username is already taken')
    const user = makeUser(rest)
    users.push(user)
    passwords.set(user.id, password)
    return reply.code(201).send({ message: 'User created' })
  })
  app.put<{ Params: { id: string }; Body: Partial<User> }>('/api/users/:id', (request) => {
    userOf(state, request)
    Object.assign(found(request.params.id), request.body)
    return { message: 'User updated' }
  })
  app.put<{ Params: { id: string }; Body: { newPassword: string } }>(
    '/api/users/:id/password',
    (request) => {
      userOf(state, request)
      passwords.set(found(request.params.id).id, request.body.newPassword)
      return { message: 'Password changed' }
    },
  )
  app.delete<{ Params: { id: string } }>('/api/users/:id', (request) => {
    userOf(state, request)
    users.splice(users.indexOf(found(request.params.id)), 1)
    return { message: 'User deleted' }
  })
}

/** Queues a job that runs and completes by itself. */
function startJob(state: State, job: Partial<SpecifiedJob>, complete: () => void): SpecifiedJob {
  const started = specifiedJob({ ...job, status: 'queued', createdAt: new Date().toISOString() })
  state.jobs.unshift(started)
  const run = () => {
    if (started.status !== 'queued') return
    Object.assign(started, { status: 'running', startedAt: new Date().toISOString() })
    state.timers.push(setTimeout(end, runMs))
  }
  const end = () => {
    if (started.status !== 'running') return
    Object.assign(started, {
      status: 'completed',
      progress: 100,
      completedAt: new Date().toISOString(),
      elapsedTime: '1s',
      logs: 'Done.\n',
    })
    complete()
  }
  state.timers.push(setTimeout(run, waitMs))
  return started
}

function answerJobs(app: FastifyInstance, state: State): void {
  const { jobs, automation } = state
  const byPerson = (request: FastifyRequest) => {
    const { firstName, lastName } = userOf(state, request)
    return { createdBy: `${firstName} ${lastName}` }
  }
  const found = (id: string) => {
    const job = jobs.find((each) => each.id === id)
    if (!job) throw new Refusal(404, 'Job not found')
    return job
  }
  const isActive = ({ status }: SpecifiedJob) => status === 'queued' || status === 'running'
  const cancel = (job: SpecifiedJob) =>
    Object.assign(job, {
      status: 'failed',
      error: 'Cancelled',
      completedAt: new Date().toISOString(),
    })
  const hasExported = () => {
    automation.lastAutomatedExport = { timestamp: new Date().toISOString() }
  }
  const hasImported = () => {
    automation.lastImport = { timestamp: new Date().toISOString() }
  }
  app.get('/api/lookup-options', (request) => {
    userOf(state, request)
    return state.lookup
  })
  app.post('/api/workflows/locust-export', (request) => {
    const { id } = startJob(state, { ...byPerson(request), type: 'export' }, hasExported)
    return { jobId: id }
  })
  app.post('/api/workflows/export-and-import', (request) => {
    const person = byPerson(request)
    startJob(state, { ...person, type: 'export' }, () => {
      hasExported()
      startJob(state, { ...person, type: 'import' }, hasImported)
    })
    return {}
  })
  app.post('/api/import/sheets', (request) => {
    userOf(state, request)
    hasImported()
    const { circuits, congregations } = state.lookup
    return { rowCount: congregations.length, circuitsCount: circuits.length }
  })
  app.post<{ Body: { circuits: string[] } }>('/api/workflows/circuit-report', (request) => {
    const { circuits } = request.body
    const target = circuits.join(', ')
    startJob(state, { ...byPerson(request), type: 'circuit-report', target }, () => {
      for (const name of circuits) state.reports.unshift(makeReport(name, name, 0))
    })
    return {}
  })
  app.post<{ Body: { congregations: string[] } }>(
    '/api/workflows/congregation-report',
    (request) => {
      const { congregations } = request.body
      const target = congregations.join(', ')
      startJob(state, { ...byPerson(request), type: 'congregation-report', target }, () => {
        for (const name of congregations)
          state.reports.unshift(makeReport(circuitOf(state, name), name, 0))
      })
      return {}
    },
  )
  app.get<{ Querystring: { limit?: string } }>('/api/jobs', (request) => {
    userOf(state, request)
    return { jobs: jobs.slice(0, Number(request.query.limit ?? 100)) }
  })
  app.get<{ Params: { id: string } }>('/api/jobs/:id', (request) => {
    userOf(state, request)
    return { job: found(request.params.id) }
  })
  app.post<{ Params: { id: string } }>('/api/jobs/:id/sync', (request) => {
    userOf(state, request)
    return { job: found(request.params.id), updated: false }
  })
  app.post<{ Params: { id: string } }>('/api/jobs/:id/cancel', (request) => {
    userOf(state, request)
    cancel(found(request.params.id))
    return {}
  })
  app.post('/api/jobs/cancel-all', (request) => {
    userOf(state, request)
    const active = jobs.filter(isActive)
    active.forEach(cancel)
    return { message: `Cancelled ${active.length} jobs.` }
  })
  app.post('/api/jobs/clear-completed', (request) => {
    userOf(state, request)
    jobs.splice(0, Infinity, ...jobs.filter(({ status }) => status !== 'completed'))
    return {}
  })
  app.post('/api/jobs/sync-github', (request) => {
    userOf(state, request)
    return { success: true, message: 'All jobs are up to date.', updated: 0 }
  })
  app.post('/api/jobs/sync', (request) => {
    userOf(state, request)
    return { success: true, updated: 0 }
  })
  app.get('/api/automation-status', (request) => {
    userOf(state, request)
    return automation
  })
}

function circuitOf(state: State, congregation: string): string {
  const entries = Object.entries(state.lookup.circuitCongregationMap)
  return entries.find(([, names]) => names.includes(congregation))?.[0] ?? ''
}

function answerReports(app: FastifyInstance, state: State): void {
  const { reports } = state
  const remove = (ids: readonly string[]) =>
    reports.splice(0, Infinity, ...reports.filter(({ id }) => !ids.includes(id)))
  app.get('/api/reports', (request) => {
    userOf(state, request)
    return { reports }
  })
  app.get('/api/reports/:id/download', (request, reply) => {
    userOf(state, request)
    return reply.type('application/pdf').send('%PDF-1.7\n%%EOF\n')
  })
  app.post('/api/reports/bulk-download', (request, reply) => {
    userOf(state, request)
    return reply.type('application/zip').send(Buffer.from('504b0506'.padEnd(44, '0'), 'hex'))
  })
  app.delete('/api/reports/clear-all', (request) => {
    userOf(state, request)
    reports.splice(0)
    return {}
  })
  app.delete<{ Params: { id: string } }>('/api/reports/:id', (request) => {
    userOf(state, request)
    remove([request.params.id])
    return {}
  })
  app.delete<{ Body: { ids: string[] } }>('/api/reports', (request) => {
    userOf(state, request)
    remove(request.body.ids)
    return {}
  })
}

function answerMonitoring(app: FastifyInstance, state: State): void {
  app.get('/api/monitoring/status', (request) => {
    userOf(state, request)
    const active = state.jobs.filter(({ status }) => status === 'queued' || status === 'running')
    return {
      isMonitoring: true,
      activeUsers: 0,
      currentInterval: active.length > 0 ? 120_000 : 300_000,
      monitoringJobs: active.length,
      hasActiveUsers: false,
      autoSyncEnabled: state.autoSync.enabled,
    }
  })
  app.post<{ Body: { enabled: boolean } }>('/api/monitoring/auto-sync', (request) => {
    userOf(state, request)
    state.autoSync.enabled = request.body.enabled
    return { message: 'Auto-sync updated' }
  })
}

function answerBrand(app: FastifyInstance, state: State): void {
  const { brand } = state
  const saved = (uploadedBy: string) => {
    brand.settings ??= {
      id: randomUUID(),
      logoUrl: null,
      logoFileName: null,
      logoFileSize: null,
      logoMimeType: null,
      colors: {},
      logoZoom: 1,
      logoBackgroundColor: null,
      logoBackgroundTransparent: false,
      isActive: true,
      uploadedBy,
      createdAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
    }
    return brand.settings
  }
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.get('/api/brand-settings', () => ({ brandSettings: brand.settings }))
  app.patch<{ Body: Partial<BrandSettings> }>('/api/brand-settings/:id', (request) => {
    const { colors, ...rest } = request.body
    const settings = saved(userOf(state, request).id)
    Object.assign(settings, rest, { colors: { ...settings.colors, ...colors } })
    return { brandSettings: settings }
  })
  app.post('/api/brand-settings/upload-url', (request) => {
    userOf(state, request)
    return { uploadUrl: '/api/brand-settings/uploads/ticket', logoId: randomUUID() }
  })
  app.put<{ Body: Buffer }>('/api/brand-settings/uploads/ticket', (request) => {
    brand.file = request.body
    return {}
  })
  app.post<{ Body: { fileName: string; fileSize: number; mimeType: string } }>(
    '/api/brand-settings/:logoId/confirm',
    (request) => {
      const { fileName, fileSize, mimeType } = request.body
      Object.assign(saved(userOf(state, request).id), {
        logoUrl: `/api/brand-settings/logo/${randomUUID()}`,
        logoFileName: fileName,
        logoFileSize: fileSize,
        logoMimeType: mimeType,
        isActive: true,
      })
      return {}
    },
  )
  app.put<{ Body: { isActive: boolean } }>('/api/brand-settings/:id/status', (request) => {
    saved(userOf(state, request).id).isActive = request.body.isActive
    return {}
  })
  app.delete('/api/brand-settings/:id', (request) => {
    Object.assign(saved(userOf(state, request).id), {
      logoUrl: null,
      logoFileName: null,
      logoFileSize: null,
      logoMimeType: null,
    })
    return { message: 'Logo deleted' }
  })
  app.get('/api/brand-settings/logo/:fileName', (_request, reply) =>
    reply.type(brand.settings?.logoMimeType ?? 'image/png').send(brand.file),
  )
}
