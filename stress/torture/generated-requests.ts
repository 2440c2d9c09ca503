import { createUser, login } from '@dashboard/contract/accounts'
import { isActive } from '@dashboard/contract/jobs'
import { startCircuitReport } from '@dashboard/contract/reports'
import { readKnownValues, userIdOf } from '@dashboard/doubles/clients/known-values'
import { type CampaignResult, runCampaign } from '@dashboard/doubles/clients/request-campaign'
import { type ApiClient, signInByApi } from '../../e2e/api-client.ts'
import { admin, type Dashboard, startDashboard } from '../../e2e/dashboard.ts'
import { startChecks, type TortureOptions, type TortureResult } from '../torture-suite.ts'
import {
  inspectable,
  measureMemory,
  type ServerMemory,
} from './generated-requests/server-memory.ts'

const defaultRequests = 20_000
/** Memory that a server allocates once, on its first requests of each kind, is not a leak. */
const warmUpRequests = 1_000
const mostGrowth: ServerMemory = { rssMb: 80, heapMb: 20 }
const password = 'a long password'
const shownFaults = 40

/**
 * Sends the real server requests of every kind, generated from its own OpenAPI description: there must be no server
 * failure, no undeclared response, none later than two seconds, and no error in its log. Afterwards it must be healthy,
 * let people sign in and hold as much memory as before (docs/testing.md#generated-requests).
 */
export async function run({
  seed,
  count = defaultRequests,
  print,
}: TortureOptions): Promise<TortureResult> {
  print(`seed ${seed}, ${count} requests`)
  const dashboard = await startDashboard({ ...inspectable, TRUST_PROXY: '1' })
  try {
    const target = await prepare(dashboard, seed, print)
    await runCampaign({ ...target, count: Math.min(count, warmUpRequests), seed: seed + 1 })
    const before = await measureMemory(dashboard.output())
    const result = await runCampaign({ ...target, count, seed })
    const after = await measureMemory(dashboard.output())
    const problems = {
      answers: result.faults,
      'the log': errorsIn(dashboard.output()),
      memory: growthOf(before, after),
      health: await healthProblems(dashboard),
    }
    const checks = startChecks(print)
    for (const [what, lines] of Object.entries(problems)) {
      checks.add(what, lines.slice(0, shownFaults))
    }
    return checks.result(figuresOf(result, before, after))
  } finally {
    await dashboard.stop()
  }
}

/** Prepares the server with data, and with accounts that no generated request touches. */
async function prepare(dashboard: Dashboard, seed: number, print: TortureOptions['print']) {
  const { url } = dashboard
  const page = await fetch(url)
  if (page.status !== 200) throw new Error('The web app has not been built: npm run build')
  const keeper = await signInByApi(dashboard)
  await keeper.sync()
  const kept = new Set([userIdOf(keeper.token)])
  let accounts = 0
  const account = async (role: 'user' | 'admin') => {
    accounts += 1
    const username = `${seed}-${accounts}`
    const names = { firstName: 'Mia', lastName: 'Ortega' }
    await keeper.call(createUser, { body: { username, password, role, ...names } })
    return username
  }
  const description: unknown = await (await fetch(`${url}/api/openapi.json`)).json()
  return {
    url,
    description,
    log: print,
    slowCalls: { importSheet: 60_000, getPreflight: 30_000 },
    async signIn(role: 'user' | 'admin') {
      const body = { username: await account(role), password }
      const { token } = (await keeper.call(login, { body })).body as { token: string }
      kept.add(userIdOf(token))
      return token
    },
    async readKnown() {
      // This account is there to be changed and deleted.
      await account('user')
      const values = await readKnownValues(url, keeper.token, (id) => kept.has(id))
      await makeReports(keeper, values.circuits ?? [])
      return {
        ...values,
        'login.username': [admin.username],
        'login.password': [admin.password],
        currentPassword: [password],
        'changePassword.newPassword': [password],
        confirmPassword: [password],
      }
    },
  }
}

/** Makes reports for later requests, since some requests delete all reports. */
async function makeReports(keeper: ApiClient, circuits: readonly unknown[]): Promise<void> {
  if ((await keeper.reports()).length > 0 || (await keeper.jobs()).some(isActive)) return
  await keeper.call(startCircuitReport, { body: { circuits: circuits.slice(0, 3) } })
}

function errorsIn(printed: string): string[] {
  return printed.split('\n').filter((line) => /^\{"level":(50|60)/.test(line))
}

function growthOf(before: ServerMemory, after: ServerMemory): string[] {
  return (['rssMb', 'heapMb'] as const)
    .filter((figure) => after[figure] > before[figure] + mostGrowth[figure])
    .map((figure) => `${figure} grew from ${before[figure]} to ${after[figure]}`)
}

async function healthProblems(dashboard: Dashboard): Promise<string[]> {
  const health = await fetch(`${dashboard.url}/api/health`)
  const { token } = await signInByApi(dashboard)
  return [
    ...(health.status === 200 ? [] : [`health answers ${health.status}`]),
    ...(token ? [] : ['nobody can sign in']),
  ]
}

function figuresOf(result: CampaignResult, before: ServerMemory, after: ServerMemory) {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ')
  return {
    requests: result.sent,
    kinds: list(result.byKind),
    statuses: list(result.byStatus),
    faults: result.faults.length,
    'slowest ms': result.slowestMs,
    'later than 2 s once': result.slowOnce,
    'memory before': `${before.rssMb} MB, of objects ${before.heapMb} MB`,
    'memory after': `${after.rssMb} MB, of objects ${after.heapMb} MB`,
  }
}
