import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeColumns, importUpload, uploadSheet } from '@dashboard/contract/columns'
import { getHealth } from '@dashboard/contract/health'
import { type ApiClient, signInByApi } from '../../e2e/api-client.ts'
import { type Dashboard, startDashboard } from '../../e2e/dashboard.ts'
import { memoryMb, processorMsWithEnded, processTree } from '../bench/measuring/process-figures.ts'
import {
  problemsOf,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { type HostileFile, hostileFiles } from './hostile-sheets/hostile-files.ts'

const maxRunnerMb = 512
/** Of processor time, so that other programs do not count. */
const maxPreviewMs = 12_000
const maxJobMs = 185_000
/** After so long an answer, or a job, does not come any more, however busy the machine is. */
const latestAnswerMs = 75_000
const latestEndMs = 12 * 60_000
const maxHealthMs = 2_000
const peopleAtOnce = 12
const watchMs = 50

/** Uploads, previews and imports files that take much memory or time, and kills the server meanwhile. */
export async function run({ count, print }: TortureOptions): Promise<TortureResult> {
  const checks = startChecks(print)
  const temporary = await mkdtemp(join(tmpdir(), 'dashboard-hostile-'))
  const dataDir = await mkdtemp(join(tmpdir(), 'dashboard-hostile-data-'))
  const environment = { TMPDIR: temporary }
  let dashboard = await startDashboard(environment, dataDir)
  const watch = watchRunners(dashboard)
  let slowestMs = 0
  try {
    const api = await signInByApi(dashboard)
    const files: [string, () => HostileFile][] = Object.entries(hostileFiles)
    for (const [name, make] of files.slice(0, count)) {
      const file = make()
      const begunAt = performance.now()
      checks.add(name, await problemsOf(() => tryFile(api, file, watch)))
      slowestMs = Math.max(slowestMs, performance.now() - begunAt)
      print(`${name}: ${Math.round(performance.now() - begunAt)} ms, ${watch.peakMb()} MB`)
    }
    checks.add('memory of runners', watch.peakMb() > maxRunnerMb ? [`${watch.peakMb()} MB`] : [])
    checks.add('many at once', await problemsOf(() => lookAtOnce(dashboard, api)))
    checks.add('killed', await problemsOf(() => killInTheMiddle(dashboard, api)))
    checks.add('left behind', await leftBehind([temporary, dataDir]))
    dashboard = await startDashboard(environment, dataDir)
    return checks.result({
      'memory of a runner MB': watch.peakMb(),
      'slowest file ms': Math.round(slowestMs),
    })
  } finally {
    watch.stop()
    await dashboard.stop()
    await rm(temporary, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

type RunnerWatch = ReturnType<typeof watchRunners>

/** Watches the memory and the processor time of the processes that the server starts. */
function watchRunners({ pid }: Dashboard) {
  let peakMb = 0
  let peakMs = 0
  const timer = setInterval(() => {
    for (const each of processTree(pid)) {
      if (each === pid) continue
      peakMb = Math.max(peakMb, memoryMb(each, 'peak'))
      peakMs = Math.max(peakMs, processorMsWithEnded(each))
    }
  }, watchMs)
  return {
    peakMb: () => Math.round(peakMb),
    /** Returns the most processor time of a process since the last call. */
    takeMostMs() {
      const taken = peakMs
      peakMs = 0
      return taken
    },
    stop: () => clearInterval(timer),
  }
}

async function tryFile(api: ApiClient, file: HostileFile, watch: RunnerWatch): Promise<string[]> {
  const id = await api.bringSheet('hostile', file.content)
  const problems: string[] = []
  watch.takeMostMs()
  const looking = look(api, id)
  const healthAt = performance.now()
  const health = await api.call(getHealth)
  const healthMs = performance.now() - healthAt
  if (health.status !== 200 || healthMs > maxHealthMs) {
    problems.push(`health answered ${health.status} after ${healthMs} ms`)
  }
  const { status, message, ms } = await looking
  if (status !== 200 && status !== 422) problems.push(`looked at: ${status} ${message}`)
  if (ms > latestAnswerMs) problems.push(`looked at: ${ms} ms`)
  const lookMs = watch.takeMostMs()
  if (lookMs > maxPreviewMs) problems.push(`looked at: ${lookMs} ms of processor time`)
  if (file.refusal && !(status === 422 && file.refusal.test(message))) {
    problems.push(`looked at: not ${file.refusal}, but ${status} ${message}`)
  }
  const started = await api.call(importUpload, { params: { id } })
  if (started.status !== 202) return [...problems, `import: ${started.status}`]
  const { status: ended, error } = await api.waitForJob(started.body.jobId, undefined, latestEndMs)
  const jobMs = watch.takeMostMs()
  if (jobMs > maxJobMs) problems.push(`import: ${jobMs} ms of processor time`)
  if (ended !== 'completed' && !error?.endsWith('.')) problems.push(`import: ${ended} ${error}`)
  return problems
}

async function look(api: ApiClient, id: string) {
  const begunAt = performance.now()
  const { status, body } = await api.call(describeColumns, { query: { upload: id } })
  const { message = '' } = body as { message?: string }
  return { status, message, ms: Math.round(performance.now() - begunAt) }
}

async function lookAtOnce(dashboard: Dashboard, api: ApiClient): Promise<string[]> {
  // Twelve people wait for one another.
  const { content } = hostileFiles['95 MB of blanks in a sheet']()
  const id = await api.bringSheet('hostile', content)
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, processTree(dashboard.pid).length - 1)
  }, watchMs)
  const answers = await Promise.all(Array.from({ length: peopleAtOnce + 2 }, () => look(api, id)))
  clearInterval(timer)
  const statuses = answers.map(({ status }) => status)
  return [
    ...(most > 2 ? [`${most} processes at once`] : []),
    ...(statuses.includes(429) ? [] : ['nobody was told to try again later']),
    ...statuses.filter((status) => ![200, 422, 429].includes(status)).map(String),
  ]
}

async function killInTheMiddle(dashboard: Dashboard, api: ApiClient): Promise<string[]> {
  const { content } = hostileFiles['20 MB of line ends']()
  const id = await api.bringSheet('hostile', content)
  const looking = look(api, id).catch(() => undefined)
  let isCut = false
  async function* slowly() {
    while (!isCut) {
      yield Buffer.alloc(64 * 1024, 'First Name,')
      await sleep(10)
    }
  }
  const uploading = fetch(`${dashboard.url}${uploadSheet.path}?name=slow.csv`, {
    method: uploadSheet.method,
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/octet-stream' },
    body: slowly() as unknown as BodyInit,
    duplex: 'half',
  } as RequestInit).catch(() => undefined)
  await sleep(1_000)
  await dashboard.kill()
  isCut = true
  await Promise.all([looking, uploading])
  return []
}

async function leftBehind(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder, index) => {
      const names = await readdir(folder, { recursive: true })
      return index === 0
        ? names.filter((name) => name.includes('sheet'))
        : names.filter((name) => name.endsWith('.part'))
    }),
  )
  return found.flat()
}
