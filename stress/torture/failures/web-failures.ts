import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { type Dashboard, startDashboard } from '../../../e2e/dashboard.ts'
import { openSignedIn } from '../../../e2e/sign-in.ts'
import { copyProject } from './copied-project.ts'
import type { Failure } from './failure.ts'

const built = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const browserPath = process.env.CHROMIUM_PATH ?? chromium.executablePath()
const noticedMs = 15_000

/** Simulates an update that gives all files other names while somebody has the former app open. */
export const missingChunk: Failure = {
  name: 'a file of the web app gone',
  obstacle: () => (existsSync(browserPath) ? undefined : 'no Chromium, which CHROMIUM_PATH names'),
  async run({ dataDir, print }) {
    const { tree, remove } = copyProject()
    const web = join(tree, 'web', 'dist')
    cpSync(built, web, { recursive: true })
    const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
    let dashboard: Dashboard | undefined
    try {
      dashboard = await startDashboard({}, dataDir, { tree })
      const { url } = dashboard
      const page = await browser.newPage()
      await openSignedIn(page, dashboard, '/dashboard/monitor')
      await page.getByRole('heading', { name: 'Monitor' }).waitFor()
      await page.waitForLoadState('networkidle')
      await dashboard.stop()
      renameScripts(web)
      dashboard = await startDashboard({ PORT: new URL(url).port }, dataDir, { tree })
      const problems = await useUpdated(page)
      if (problems.length === 0)
        print('web app updated: the page offers Reload, and works after it')
      return problems
    } finally {
      await browser.close()
      await dashboard?.stop()
      remove()
    }
  },
}

async function useUpdated(page: Page): Promise<string[]> {
  const missing = page.waitForResponse(
    (response) => /\/assets\/.+\.js$/.test(response.url()) && response.status() === 404,
    { timeout: noticedMs },
  )
  await Promise.all([missing, page.getByRole('link', { name: 'Reports' }).click()])
  const notice = page.getByRole('alert').filter({ hasText: 'The dashboard was updated.' })
  await notice.waitFor({ timeout: noticedMs })
  await notice.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Download Center' }).waitFor({ timeout: noticedMs })
  return (await notice.isVisible()) ? ['the notice stays after the page was loaded again'] : []
}

/** Renames each script wherever it is named, as a build of other sources does. */
function renameScripts(web: string): void {
  const paths = readdirSync(web, { recursive: true, encoding: 'utf8' }).map((path) =>
    join(web, path),
  )
  const scripts = paths.filter((path) => path.endsWith('.js')).map((path) => basename(path, '.js'))
  for (const path of paths) {
    // The compressed files would still contain the old names.
    if (path.endsWith('.br')) rmSync(path)
    if (!/\.(js|css|html|json)$/.test(path)) continue
    let text = readFileSync(path, 'utf8')
    for (const name of scripts) text = text.replaceAll(`${name}.js`, `${name}x.js`)
    writeFileSync(path, text)
    if (path.endsWith('.js')) renameSync(path, path.replace(/\.js$/, 'x.js'))
  }
}
