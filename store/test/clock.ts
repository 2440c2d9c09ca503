import { onTestFinished, vi } from 'vitest'

/** Sets the wall clock of this process until the test ends; timers and the monotonic clock go on. */
export function setClock(now: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
}
