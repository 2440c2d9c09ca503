import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, onTestFinished, test } from 'vitest'
import { sendFile } from '../src/api/call.ts'

/** Files are blobs in Node, too: one that has changed since it was opened cannot be read, as in a browser. */
async function chooseFile(): Promise<{ path: string; file: File }> {
  const path = join(await temporaryFolder(), 'people.csv')
  await writeFile(path, 'Name')
  return { path, file: new File([await openAsBlob(path)], 'people.csv') }
}

async function startServer(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a file that was changed after it was chosen has to be chosen again', async () => {
  const address = await startServer()
  const { path, file } = await chooseFile()
  await sendFile(address, file)
  await writeFile(path, 'Name,Phone')
  await expect(sendFile(address, file)).rejects.toThrow(
    'The file has changed since you chose it, or can no longer be read. Choose it again.',
  )
})

test('a file that can be read is not blamed for a server that cannot be reached', async () => {
  const { file } = await chooseFile()
  await expect(sendFile('http://127.0.0.1:1', file)).rejects.toThrow(
    'The server cannot be reached.',
  )
})
