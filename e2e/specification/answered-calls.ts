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

/** The toast is there with this text, and is closed so that the next one is a new one. */
export async function expectToastOnce(
  page: Page,
  title: string,
  text?: string | RegExp,
): Promise<void> {
  const shown = toastOf(page, title)
  await expect(shown).toBeVisible()
  if (text !== undefined) await expect(shown.getByText(text, { exact: true })).toBeVisible()
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

/** Tried with a sentence of the server, with an answer that has none, and without any answer. */
export async function expectFailure(page: Page, failure: Failure): Promise<void> {
  const { call, title, fallback, press } = failure
  const tries: [Answer, string][] = [
    [{ status: 409, json: { message: sentence } }, sentence],
    [{ status: 500, json: {} }, fallback],
    ['none', fallback],
  ]
  for (const [answer, text] of tries) {
    const done = await answerCall(page, call, answer)
    await press()
    await expectToastOnce(page, title, text)
    await done()
  }
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
