import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDiskFiles } from './disk-files.ts'
import { type FileStore, StorageError } from './file-store.ts'
import { readFile } from './open-files.ts'

let root: string
let files: FileStore
const content = new TextEncoder().encode('content')

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dashboard-files-'))
  files = openDiskFiles(root)
})

afterEach(() => rm(root, { recursive: true, force: true }))

it('stores what is written, and replaces it whole', async () => {
  await files.write('reports/a.pdf', content, 'application/pdf')
  expect(await readFile(files, 'reports/a.pdf')).toEqual(Buffer.from(content))
  expect(await files.sizeOf('reports/a.pdf')).toBe(7)
  await files.write('reports/a.pdf', new Uint8Array(3), 'application/pdf')
  expect(await files.sizeOf('reports/a.pdf')).toBe(3)
  expect(await readdir(join(root, 'reports'))).toEqual(['a.pdf'])
})

it('stores a stream, and leaves nothing of one that breaks', async () => {
  const stream = Readable.from([content, content])
  await files.write('sheets/a', { size: 14, stream }, 'application/octet-stream')
  expect((await readFile(files, 'sheets/a'))?.toString()).toBe('contentcontent')
  async function* broken() {
    yield content
    throw new Error('cut off')
  }
  const half = { size: 14, stream: Readable.from(broken()) }
  await expect(files.write('sheets/b', half, 'application/octet-stream')).rejects.toThrow('cut off')
  expect(await readdir(join(root, 'sheets'))).toEqual(['a'])
})

it('returns undefined for a file that does not exist, and deleting it succeeds', async () => {
  expect(await files.open('reports/none.pdf')).toBeUndefined()
  expect(await files.sizeOf('reports/none.pdf')).toBeUndefined()
  await files.delete('reports/none.pdf')
  expect(await files.list('reports')).toEqual([])
})

it('lists the files of a folder by their keys', async () => {
  await files.write('reports/a.pdf', content, 'application/pdf')
  await files.write('reports/deeper/b.pdf', content, 'application/pdf')
  await files.write('logos/c.png', content, 'image/png')
  const keys = (await files.list('reports')).map((entry) => entry.key)
  expect(keys.sort()).toEqual(['reports/a.pdf', 'reports/deeper/b.pdf'])
})

it('lists nothing for a folder that does not exist', async () => {
  expect(await files.list('none')).toEqual([])
})

it('continues to read a file that is deleted meanwhile', async () => {
  await files.write('reports/a.pdf', content, 'application/pdf')
  const opened = await files.open('reports/a.pdf')
  await files.delete('reports/a.pdf')
  const chunks: Uint8Array[] = []
  for await (const chunk of opened?.stream ?? []) chunks.push(chunk)
  expect(Buffer.concat(chunks)).toEqual(Buffer.from(content))
})

it.each(['../outside', '/etc/passwd', 'reports/../../x', 'reports//x', 'alone', 'a/b\0c'])(
  'refuses the key %j',
  async (key) => {
    await expect(files.write(key, content, 'text/plain')).rejects.toThrow('Not a storage key')
    await expect(files.open(key)).rejects.toThrow('Not a storage key')
  },
)

it('leaves no trace of its check', async () => {
  await files.check()
  expect(await files.list('checks')).toEqual([])
})

it('explains in a sentence what the system refuses', async () => {
  const file = join(root, 'file')
  await writeFile(file, '')
  const refused = openDiskFiles(file).check()
  await expect(refused).rejects.toThrow(
    'The data folder cannot be used for files: a part of its path is a file, not a folder.',
  )
  await expect(refused).rejects.toThrow(StorageError)
})
