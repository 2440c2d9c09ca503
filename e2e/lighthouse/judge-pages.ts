import { createServer } from 'node:net'
import { sessionTokenKey } from '@dashboard/contract/limits'
import { startCircuitReport } from '@dashboard/contract/workflows'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { signInByApi } from '../api-client.ts'
import { type Dashboard, startDashboard } from '../dashboard.ts'

const categories = ['performance', 'accessibility', 'best-practices'] as const
type Scores = Record<(typeof categories)[number], number>

interface Audit {
  score: number | null
  displayValue?: string
}

interface Verdict {
  categories: Record<string, { score: number }>
  audits: Record<string, Audit>
}

interface LighthouseModule {
  default: (url: string, flags: object, config?: object) => Promise<{ lhr: Verdict }>
  desktopConfig: object
}

const login = '/login'
const pages = [
  login,
  '/dashboard',
  '/dashboard/sync',
  '/dashboard/monitor',
  '/dashboard/reports',
  '/profile',
  '/admin',
  '/admin/users',
  '/admin/monitoring',
  '/admin/branding',
  '/admin/audit',
]

const profiles: Record<string, { isDesktop: boolean; marks: Scores }> = {
  phone: {
    isDesktop: false,
    marks: { performance: 95, accessibility: 100, 'best-practices': 100 },
  },
  laptop: {
    isDesktop: true,
    marks: { performance: 100, accessibility: 100, 'best-practices': 100 },
  },
}

export interface JudgeOptions {
  /** Where the module of Lighthouse lies, as a file URL. */
  lighthouseUrl: string
  browser?: string | undefined
  /** Parts of addresses; all pages when there are none. */
  wanted: readonly string[]
  print: (line: string) => void
}

/** Prints Lighthouse's scores of every page; answers how many of them are below their mark. */
export async function judgePages(options: JudgeOptions): Promise<number> {
  const { browser, wanted, print } = options
  const lighthouse = (await import(options.lighthouseUrl)) as LighthouseModule
  const port = await freePort()
  const dashboard = await startDashboard()
  let context: BrowserContext | undefined
  let below = 0
  try {
    const token = await fill(dashboard)
    context = await chromium.launchPersistentContext('', {
      ...(browser && { executablePath: browser }),
      args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    })
    const page = await context.newPage()
    for (const path of pages.filter((name) => isWanted(name, wanted))) {
      await signIn(page, dashboard.url, path === login ? null : token)
      for (const [name, profile] of Object.entries(profiles)) {
        await clearCache(page)
        const flags = {
          port,
          disableStorageReset: true,
          logLevel: 'error',
          onlyCategories: categories,
        }
        const config = profile.isDesktop ? lighthouse.desktopConfig : undefined
        const { lhr } = await lighthouse.default(`${dashboard.url}${path}`, flags, config)
        const lines = explain(lhr, profile.marks)
        print(`${path.padEnd(22)} ${name.padEnd(7)} ${lines.join('\n    ')}`)
        if (lines.length > 1) below += 1
      }
    }
  } finally {
    await context?.close()
    await dashboard.stop()
  }
  return below
}

const isWanted = (path: string, wanted: readonly string[]) =>
  wanted.length === 0 || wanted.some((word) => path.includes(word))

/** Sample volunteers and a report, so that no page is empty. Answers the administrator's token. */
async function fill(dashboard: Dashboard): Promise<string> {
  const client = await signInByApi(dashboard)
  await client.sync()
  const { body } = await client.call(startCircuitReport, { body: { circuits: ['NY-1'] } })
  await client.waitForJob(body.jobId)
  return client.token
}

async function signIn(page: Page, url: string, token: string | null): Promise<void> {
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(
    ([key, value]) =>
      value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value),
    [sessionTokenKey, token] as const,
  )
}

/** Each page is judged as the first one that is opened; Lighthouse's own reset would sign out as well. */
async function clearCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

/** The scores, and below them what they lost points for when one is below its mark. */
function explain({ categories: judged, audits }: Verdict, marks: Scores): string[] {
  const scores = categories.map((name) => Math.round((judged[name]?.score ?? 0) * 100))
  const text = scores.join(' / ')
  if (categories.every((name, index) => (scores[index] ?? 0) >= marks[name])) return [text]
  const reasons = Object.entries(audits)
    .filter(([, { score }]) => score !== null && score < 0.9)
    .map(([id, { displayValue = '', score }]) => `${id} ${displayValue} (${score})`)
  return [`${text}  BELOW ${categories.map((name) => marks[name]).join(' / ')}`, ...reasons]
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}
