import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test'

type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
type Answer = NonNullable<Parameters<Route['fulfill']>[0]> | 'none'

/** Whether a request is that call; `*` stands for one part of the path. */
export function isCall(request: Request, call: Call): boolean {
  const [method, path = ''] = call.split(' ')
  const pattern = new RegExp(`^${path.replaceAll('*', '[^/]+')}$`)
  return request.method() === method && pattern.test(new URL(request.url()).pathname)
}

/** Answers a call of the page in place of the server until the function that it returns is called. */
export async function answerCall(
  page: Page,
  call: Call,
  answer: Answer,
): Promise<() => Promise<void>> {
  const handler = (route: Route) => {
    if (!isCall(route.request(), call)) return route.fallback()
    return answer === 'none' ? route.abort() : route.fulfill(answer)
  }
  await page.route('**/api/**', handler)
  return () => page.unroute('**/api/**', handler)
}

/** The toast of this title; not by its role, which it has not behind an open dialog. */
export function toastOf(page: Page, title: string): Locator {
  return page.locator('li').filter({ has: page.getByText(title, { exact: true }) })
}

type ToastText = string | RegExp | readonly string[]

/** The toast is there with this text, or with these lines alone. */
async function expectToast(page: Page, title: string, text?: ToastText): Promise<void> {
  const shown = toastOf(page, title)
  if (typeof text === 'string' || text instanceof RegExp)
    await expect(shown.getByText(text, { exact: true })).toBeVisible()
  else if (text !== undefined)
    await expect(shown).toHaveText([title, ...text].join(' '), { useInnerText: true })
  await expect(shown).toBeVisible()
}

/** As `expectToast`; then the toast is closed so that the next one is a new one. */
export async function expectToastOnce(page: Page, title: string, text?: ToastText): Promise<void> {
  await expectToast(page, title, text)
  const shown = toastOf(page, title)
  await shown.locator('button').last().click()
  await expect(shown).toHaveCount(0)
}

const sentence = 'The server says why it does not.'

interface Failure {
  call: Call
  title: string
  fallback: string
  press: () => Promise<void>
}

/**
 * Tried with a sentence of the server, with answers that have none, and without any answer. The toast says nothing more,
 * and what changes something is sent once.
 */
export async function expectFailure(page: Page, failure: Failure): Promise<void> {
  const { call, title, fallback, press } = failure
  const tries: [Answer, string[]][] = [
    [{ status: 409, json: { message: sentence } }, [sentence]],
    [{ status: 500, json: {} }, [fallback, 'Internal Server Error']],
    [
      { status: 502, contentType: 'text/html', body: '<html>Oops</html>' },
      [fallback, 'Bad Gateway'],
    ],
    ['none', [fallback, 'The server cannot be reached.']],
  ]
  const sent = countCalls(page, call)
  for (const [index, [answer, lines]] of tries.entries()) {
    const done = await answerCall(page, call, answer)
    await press()
    // In the place of the toast before, which has other lines.
    await expectToast(page, title, lines)
    if (!call.startsWith('GET ')) expect(sent()).toBe(index + 1)
    await done()
  }
  await toastOf(page, title).locator('button').last().click()
  await expect(toastOf(page, title)).toHaveCount(0)
}

/** How often the page sends a call from now on. */
export function countCalls(page: Page, call: Call): () => number {
  let count = 0
  page.on('request', (request) => {
    if (isCall(request, call)) count += 1
  })
  return () => count
}

/** A press whose call is answered so, or by the server. */
export async function expectSuccess(
  page: Page,
  success: { call: Call; answer?: Answer; press: () => Promise<void> },
  title: string,
  text?: string | RegExp,
): Promise<void> {
  const { call, answer, press } = success
  const done = answer && (await answerCall(page, call, answer))
  await press()
  await expectToastOnce(page, title, text)
  await done?.()
}
