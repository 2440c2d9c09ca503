import sharp from 'sharp'
import { drawLogo, type RenderRequest } from './draw-logo.ts'

/**
 * Draws one logo and ends. It is a separate program, so that a file that takes too much time or memory ends only this
 * process (docs/decisions/0015-logo-pictures.md).
 */

const maxMemoryBytes = 512 * 1024 * 1024

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadSvg'],
})
sharp.cache(false)
sharp.concurrency(1)

// Pictures are decoded on other threads, so this timer can measure their memory.
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.kill(process.pid, 'SIGKILL')
}, 10)

process.once('message', (request: RenderRequest) => void drawAndExit(request))

async function drawAndExit(request: RenderRequest): Promise<void> {
  const answer = await drawLogo(request)
  process.send?.(answer, () => process.exit())
}
