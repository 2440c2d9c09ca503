import { sessionTokenKey } from '@dashboard/contract/limits'
import { act, cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { App } from '../src/app.tsx'
import { paths } from '../src/paths.ts'
import { prepareFirstPage } from '../src/router.tsx'

/**
 * Opens the app at an address, as a browser does that has kept a session at most. What was open is closed. Returns the
 * user, who presses and types.
 */
export async function openPage(address: string, signedIn?: { token: string }) {
  cleanup()
  // Only warms up the browser's dates.
  vi.stubGlobal('Worker', class {})
  await loadPages()
  localStorage.clear()
  sessionStorage.clear()
  if (signedIn) localStorage.setItem(sessionTokenKey, signedIn.token)
  history.replaceState(null, '', address)
  await act(async () => void render(<App />))
  onTestFinished(cleanup)
  return userEvent.setup({
    advanceTimers: (ms) => (vi.isFakeTimers() ? vi.advanceTimersByTime(ms) : undefined),
  })
}

let isLoaded = false

/** Loads the code of all pages, once for each process: what a test opens later must not wait for code. */
async function loadPages(): Promise<void> {
  if (isLoaded) return
  localStorage.setItem(sessionTokenKey, 'of nobody')
  for (const path of Object.values(paths)) {
    history.replaceState(null, '', path)
    await prepareFirstPage()
  }
  isLoaded = true
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
