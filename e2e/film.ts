import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
/** Frames during a long job on a busy machine are shortened to this. */
const maxFrameSeconds = 2
/** Few colors and few frames: the product has flat colors, and a Markdown page loads the whole file. */
const drawing =
  'fps=5,scale=800:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=64[p];[b][p]paletteuse=dither=none:diff_mode=rectangle'

/**
 * Films a page into docs/screenshots; only on request by `npm run screenshots -- --film`, which also makes the spec act
 * as slowly as a person. Needs ffmpeg. Returns a function that ends the film.
 */
export async function startFilm(page: Page, name: string): Promise<() => Promise<void>> {
  if (process.env.TAKE_FILM !== '1') return async () => {}
  const frames: { data: string; timestamp: number }[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data, timestamp: metadata.timestamp ?? 0 })
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'png' })
  return async () => {
    await session.send('Page.stopScreencast')
    const made = await mkdtemp(join(tmpdir(), 'dashboard-film-'))
    const lines = await Promise.all(
      frames.map(async ({ data, timestamp }, index) => {
        const file = join(made, `${index}.png`)
        await writeFile(file, Buffer.from(data, 'base64'))
        const shown = (frames[index + 1]?.timestamp ?? timestamp + maxFrameSeconds) - timestamp
        return `file '${file}'\nduration ${Math.min(shown, maxFrameSeconds)}`
      }),
    )
    const list = join(made, 'frames.txt')
    await writeFile(list, lines.join('\n'))
    const input = ['-f', 'concat', '-safe', '0', '-i', list]
    const { status, stderr } = spawnSync(
      'ffmpeg',
      ['-y', '-loglevel', 'error', ...input, '-vf', drawing, join(folder, `${name}.gif`)],
      { encoding: 'utf8' },
    )
    await rm(made, { recursive: true })
    if (status !== 0) throw new Error(`ffmpeg made no film: ${stderr}`)
  }
}
