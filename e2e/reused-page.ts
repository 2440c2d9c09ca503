import { type Browser, type Page, test as playwrightTest } from '@playwright/test'

/**
 * `test` for specs that reuse the page of the previous test, after it is cleared: opening a new page takes an
 * additional 0.25 s of processor time (docs/testing.md#one-page-for-many-tests). Tests that need a fresh browser use
 * Playwright's own `test`.
 */
export const test = playwrightTest.extend({
  context: ({ page }, use) => use(page.context()),
  page: async ({ browser, viewport, hasTouch, contextOptions }, use) => {
    const kind = JSON.stringify([viewport, hasTouch, contextOptions])
    const { page, uses } = idlePages.get(kind) ?? (await openPage(browser))
    idlePages.delete(kind)
    const origins = watchOrigins(page)
    await use(page)
    const [origin, ...others] = origins
    const isClean = uses.lasting === 0 && others.length === 0 && (await clearPage(page, origin))
    if (!isClean) return page.context().close()
    if (viewport) await page.setViewportSize(viewport)
    idlePages.set(kind, { page, uses })
  },
})

interface IdlePage {
  page: Page
  uses: Uses
}

interface Uses {
  /** Number of calls whose effect stays in the page or its context. */
  lasting: number
}

/** Calls whose effect cannot be undone, or is too rare to be undone here. */
const lastingCalls = {
  page: ['emulateMedia', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'route',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
} as const

/** Pages of this worker, one for each kind of screen, while no test uses it. */
const idlePages = new Map<string, IdlePage>()

async function openPage(browser: Browser): Promise<IdlePage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const uses: Uses = { lasting: 0 }
  countScripts(page, uses)
  countCalls(page, lastingCalls.page, uses)
  countCalls(page.clock, lastingCalls.clock, uses)
  countCalls(context, lastingCalls.context, uses)
  return { page, uses }
}

function countCalls<T extends object>(owner: T, names: readonly (keyof T)[], uses: Uses): void {
  for (const name of names) {
    const method = owner[name] as (...values: unknown[]) => unknown
    const counted = (...values: unknown[]) => {
      uses.lasting += 1
      return Reflect.apply(method, owner, values)
    }
    Reflect.set(owner, name, counted)
  }
}

/** Counts scripts that run on each visit until they are removed: with one left, each page would be signed in. */
function countScripts(page: Page, uses: Uses): void {
  const add = page.addInitScript.bind(page)
  page.addInitScript = async (script, argument) => {
    uses.lasting += 1
    const added = await add(script, argument)
    const dispose = added.dispose.bind(added)
    added.dispose = () => {
      uses.lasting -= 1
      return dispose()
    }
    return added
  }
}

/** Collects the origins that the page visits from now on. */
function watchOrigins(page: Page): ReadonlySet<string> {
  const origins = new Set<string>()
  page.on('framenavigated', (frame) => {
    const { origin } = new URL(frame.url())
    if (frame === page.mainFrame() && origin !== 'null') origins.add(origin)
  })
  return origins
}

/** Removes everything that a test has left behind. Returns whether nothing is left. */
async function clearPage(page: Page, origin: string | undefined): Promise<boolean> {
  if (page.isClosed()) return false
  const context = page.context()
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.mouse.move(-1, -1)
  await context.clearCookies()
  if (origin === undefined) return true
  try {
    // Opens a page without scripts, so that no script can write again.
    await page.goto(`${origin}/api/health`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    return true
  } catch {
    // The test has stopped the server on purpose.
    return false
  }
}
