import type { FileStore } from '@dashboard/store/files/file-store'
import { StorageError } from '@dashboard/store/files/file-store'
import { openFiles } from '@dashboard/store/files/open-files'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { retryStorage } from './retrying-files.ts'

const content = Buffer.from('one')
const waitingLine = 'The files of the dashboard cannot be reached right now. Trying again.'

/** Returns files that fail so many times before they can be written or read, and the log of waiting for them. */
async function start(fails: number, error: Error) {
  const disk = await openFiles({ kind: 'disk', path: await temporaryFolder() })
  const failAtFirst = () => {
    fails -= 1
    if (fails >= 0) throw error
  }
  const failing: FileStore = {
    ...disk,
    async write(...call) {
      failAtFirst()
      return disk.write(...call)
    },
    async open(...call) {
      failAtFirst()
      return disk.open(...call)
    },
  }
  const lines: string[] = []
  const { signal } = new AbortController()
  const log = (line: string) => void lines.push(line)
  return { lines, files: retryStorage(failing, { signal, log }) }
}

const unavailable = new StorageError('The storage is unavailable.', {
  isUnavailable: true,
  cause: undefined,
})

test('a job waits for a storage that comes back, and says so once', async () => {
  const { files, lines } = await start(2, unavailable)
  await files.write('reports/one.pdf', content, 'application/pdf')
  expect((await files.list('reports')).map(({ key }) => key)).toEqual(['reports/one.pdf'])
  // The error itself may name a setting, which the readers of the log do not know.
  expect(lines).toEqual([waitingLine])
})

test('a job that reads waits as well, and its message speaks of reading', async () => {
  const { files, lines } = await start(1, unavailable)
  expect(await files.open('reports/none.pdf')).toBeUndefined()
  expect(lines).toEqual([waitingLine])
})

test('a job does not wait forever, nor for a storage that refuses', async () => {
  const gone = await start(9, unavailable)
  const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(60_001)
  onTestFinished(() => now.mockRestore())
  await expect(gone.files.write('reports/one.pdf', content, 'a/b')).rejects.toBe(unavailable)
  const full = new StorageError('The storage is full.', { cause: undefined })
  const refused = await start(1, full)
  await expect(refused.files.write('reports/one.pdf', content, 'a/b')).rejects.toBe(full)
  expect(refused.lines).toEqual([])
})
