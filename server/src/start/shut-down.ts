import type { FastifyInstance } from 'fastify'

const timeoutMs = 10_000
const idlePauseMs = 100
const checkParentEveryMs = 500

/**
 * On SIGTERM or SIGINT: accepts no more requests, lets those under way end within ten seconds, runs
 * the features' `onClose` hooks, then `release`, and ends the process. A second signal ends it at once. Started with
 * `--end-with-parent`, the end of the process that started it counts as SIGTERM.
 */
export function shutDownOnSignal(app: FastifyInstance, release: () => Promise<void>): void {
  let isClosing = false
  const shutDown = async (signal: NodeJS.Signals) => {
    if (isClosing) process.exit(1)
    isClosing = true
    app.log.info(`${signal}: shutting down`)
    setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref()
    // A connection whose request has ended would be kept for the browser's next one.
    setInterval(() => app.server.closeIdleConnections(), idlePauseMs).unref()
    try {
      await app.close()
      await release()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'Could not shut down in order')
      process.exit(1)
    }
  }
  process.on('SIGTERM', (signal) => void shutDown(signal))
  process.on('SIGINT', (signal) => void shutDown(signal))
  if (!process.argv.includes('--end-with-parent')) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    void shutDown('SIGTERM')
  }, checkParentEveryMs)
  timer.unref()
}
