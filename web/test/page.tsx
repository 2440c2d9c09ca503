import { sessionTokenKey } from '@dashboard/contract/limits'
import { act, cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { App } from '../src/app.tsx'
import { prepareFirstPage } from '../src/router.tsx'

/**
 * Opens the app at an address, as a browser does that has kept only a session. What was open is closed. Returns the
 * user, who presses and types.
 */
export async function openPage(address: string, { token }: { token: string }) {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem(sessionTokenKey, token)
  history.replaceState(null, '', address)
  // Only warms up the browser's dates.
  vi.stubGlobal('Worker', class {})
  await prepareFirstPage()
  await act(async () => void render(<App />))
  onTestFinished(cleanup)
  return userEvent.setup({
    advanceTimers: (ms) => (vi.isFakeTimers() ? vi.advanceTimersByTime(ms) : undefined),
  })
}

/** From now on the timers of the page run fast where the test says so, and else like the clock. */
export function controlTimers(): { pass: (ms: number) => Promise<unknown> } {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (ms) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}
