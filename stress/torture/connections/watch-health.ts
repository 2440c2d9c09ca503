import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHealth } from '@dashboard/contract/health'

/** Asks for health from another address, on a new connection each time. */
export function watchHealth(url: string) {
  const agent = new Agent({ keepAlive: false })
  let isOver = false
  let slowestMs = 0
  let failed = 0
  let asked = 0
  const ask = async () => {
    while (!isOver) {
      const from = performance.now()
      const { promise, resolve } = Promise.withResolvers<boolean>()
      get(new URL(getHealth.path, url), { agent, localAddress: '127.0.0.2' }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode === 200))
      }).once('error', () => resolve(false))
      if (!(await promise)) failed += 1
      asked += 1
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - from))
      await sleep(20)
    }
  }
  const done = ask()
  return {
    async stop() {
      isOver = true
      await done
      return { slowestMs, failed, asked }
    },
  }
}
