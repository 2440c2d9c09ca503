import { sessionTokenKey } from '@dashboard/contract/limits'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { App } from '../src/app.tsx'

/**
 * Opens the app at an address, as a browser that has stored a session at most. An app that was open is closed. Returns
 * the user, who presses and types.
 */
export async function openPage(address: string, signedIn?: { token: string }) {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  if (signedIn) localStorage.setItem(sessionTokenKey, signedIn.token)
  return openAgain(address)
}

/** Opens the app once more in the same browser, which still has its stored values, such as the session. */
export async function openAgain(address: string) {
  cleanup()
  history.replaceState(null, '', address)
  await act(async () => void render(<App />))
  // The code of the page has come.
  await screen.findByRole('heading', { level: 1, hidden: true })
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

/** Goes to another address in the app that is open, as Back and Forward do. */
export async function goTo(address: string): Promise<void> {
  await act(async () => {
    history.replaceState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  })
}
