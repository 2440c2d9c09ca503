import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { startS3Double } from '@dashboard/doubles/s3/s3-double'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { StorageError } from './file-store.ts'
import { openFiles, readFile } from './open-files.ts'
import { explainSignedUpload } from './s3-failures.ts'
import { openS3Files, type S3Settings } from './s3-files.ts'

/** `isImpatient` only for storage that never answers: a busy machine is slow, too. */
async function start({
  pageSize = 1_000,
  variables = {} as Record<string, string>,
  isImpatient = false,
} = {}) {
  const s3 = await startS3Double({ pageSize })
  onTestFinished(() => s3.close())
  for (const [name, value] of Object.entries({ ...s3.credentials, ...variables })) {
    vi.stubEnv(name, value)
  }
  onTestFinished(() => void vi.unstubAllEnvs())
  const { storage } = readSettings({ STORAGE_URL: s3.storageUrl })
  if (storage.kind !== 's3') throw new Error('Not S3')
  const timeouts = isImpatient ? { connect: 500, answer: 300, idle: 300 } : undefined
  const open = (changes: Partial<S3Settings> = {}) =>
    openS3Files({ ...storage, ...changes }, timeouts)
  return { s3, storage, open, files: open() }
}

it('returns what was written, below the prefix', async () => {
  const { s3, storage } = await start()
  const files = await openFiles(storage)
  const content = randomBytes(100_000)
  await files.write('reports/one.pdf', content, 'application/pdf')
  expect(await readFile(files, 'reports/one.pdf')).toEqual(content)
  expect(await files.sizeOf('reports/one.pdf')).toBe(100_000)
  expect([...s3.objects.keys()]).toEqual(['files/reports/one.pdf'])
  expect(s3.objects.get('files/reports/one.pdf')?.contentType).toBe('application/pdf')
})

it('stores a stream of a known size', async () => {
  const { s3, files } = await start()
  const content = randomBytes(3 * 1024 ** 2)
  const stream = Readable.from([content.subarray(0, 100), content.subarray(100)])
  await files.write('sheets/one', { size: content.length, stream }, 'application/octet-stream')
  expect(s3.objects.get('files/sheets/one')?.contentType).toBe('application/octet-stream')
  expect(await readFile(files, 'sheets/one')).toEqual(content)
})

it('returns undefined for a file that does not exist', async () => {
  const { files } = await start()
  expect(await files.open('reports/none.pdf')).toBeUndefined()
  expect(await files.sizeOf('reports/none.pdf')).toBeUndefined()
  await files.delete('reports/none.pdf')
})

it('deletes a file', async () => {
  const { s3, files } = await start()
  await files.write('logos/a b+c.png', Buffer.from('x'), 'image/png')
  await files.delete('logos/a b+c.png')
  expect(s3.objects.size).toBe(0)
})

it('lists a folder over several pages and nothing beside it', async () => {
  const { files } = await start({ pageSize: 7 })
  const keys = Array.from({ length: 40 }, (_, index) => `reports/${index}&<"> ü.pdf`)
  for (const key of [...keys, 'reports-old/other.pdf', 'logos/one.png']) {
    await files.write(key, Buffer.from(key), 'text/plain')
  }
  const listed = await files.list('reports')
  expect(listed.map(({ key }) => key).sort()).toEqual([...keys].sort())
  expect(Date.now() - (listed[0]?.modifiedAt.getTime() ?? 0)).toBeLessThan(60_000)
})

it('leaves nothing behind after a check', async () => {
  const { s3, files } = await start()
  expect(await files.check()).toBeUndefined()
  expect(s3.objects.size).toBe(0)
  expect(s3.requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'HEAD', 'DELETE', 'HEAD'])
})

it.each([
  ['PUT', 'The file storage does not store what it accepted.'],
  ['DELETE', 'The file storage does not delete what it reported as deleted.'],
])('a check notices a storage that only pretends to do a %s', async (method, sentence) => {
  const { s3, files } = await start()
  s3.setFault({ kind: 'pretend', method })
  await expect(files.check()).rejects.toThrow(StorageError)
  await expect(files.check()).rejects.toThrow(sentence)
})

it('a check waits for a storage that deletes with a delay', async () => {
  const { s3, files } = await start()
  s3.setFault({ kind: 'pretend', method: 'DELETE' })
  const checking = files.check()
  await expect.poll(() => s3.requests.filter(({ method }) => method === 'HEAD')).toHaveLength(2)
  s3.objects.clear()
  expect(await checking).toBeUndefined()
})

it('a check says that a bucket retains what was deleted', async () => {
  const { s3, files } = await start()
  s3.setFault({ kind: 'version', method: 'DELETE' })
  expect(await files.check()).toMatch(/^The bucket "dashboard" keeps old versions of deleted files/)
})

it('a prefix may be written with more slashes than it needs', async () => {
  const { s3, storage } = await start()
  const url = s3.storageUrl.replace('/files?', '//files//?')
  expect(readSettings({ STORAGE_URL: url }).storage).toEqual(storage)
})

it('streams the bytes while they are read', async () => {
  const { s3, storage } = await start()
  const files = await openFiles(storage)
  await files.write('reports/large.pdf', randomBytes(20_000_000), 'application/pdf')
  const file = await files.open('reports/large.pdf')
  s3.objects.clear()
  let bytes = 0
  let pieces = 0
  for await (const piece of file?.stream ?? []) {
    bytes += piece.length
    pieces += 1
  }
  expect(bytes).toBe(20_000_000)
  expect(pieces).toBeGreaterThan(50)
})

it('reports a file that was cut off in the middle', async () => {
  const { s3, files } = await start()
  await files.write('reports/one.pdf', randomBytes(200_000), 'application/pdf')
  s3.setFault({ kind: 'truncate', method: 'GET' })
  await expect(readFile(files, 'reports/one.pdf')).rejects.toThrow(/abort|premature|reset/i)
})

const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
const logoType = 'image/svg+xml'

async function signed(expiresInMs = 60_000) {
  const { s3, files } = await start()
  const announced = { sizeBytes: logo.length, contentType: logoType, expiresInMs }
  const address = await files.signUpload(`uploads/${randomUUID()}`, announced)
  const put = async (body: Buffer, type: string, url = address ?? '') => {
    const headers = { 'content-type': type }
    const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })
    return { status: answer.status, text: await answer.text() }
  }
  return { s3, address: address ?? '', put }
}

it('signs an address that accepts only the announced file', async () => {
  const { s3, put } = await signed()
  expect((await put(logo, logoType)).status).toBe(200)
  const [object] = s3.objects.values()
  expect(object).toMatchObject({ content: logo, contentType: logoType })
})

it.each([
  ['a larger file', Buffer.concat([logo, logo]), logoType],
  ['a smaller file', logo.subarray(1), logoType],
  ['another type', logo, 'text/html'],
])('signs an address that does not accept %s', async (_what, body, type) => {
  const { s3, put } = await signed()
  const answer = await put(body, type)
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('SignatureDoesNotMatch')
  expect(s3.objects.size).toBe(0)
})

it('signs an address for one key', async () => {
  const { s3, address, put } = await signed()
  const other = address.replace(/uploads\/[\w-]+/, 'uploads/other')
  expect((await put(logo, logoType, other)).status).toBe(403)
  expect(s3.objects.size).toBe(0)
})

it('signs an address that expires', async () => {
  const { put } = await signed(1_000)
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  expect((await put(logo, logoType)).text).toContain('Request has expired')
})

it.each([
  [
    'a wrong secret',
    { AWS_SECRET_ACCESS_KEY: 'wrong' },
    /refuses the access key\. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
  ],
  [
    'an unknown key',
    { AWS_ACCESS_KEY_ID: 'UNKNOWN' },
    /refuses the access key\. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
  ],
])('explains %s', async (_what, variables, sentence) => {
  const { files } = await start({ variables })
  await expect(files.check()).rejects.toThrow(StorageError)
  await expect(files.check()).rejects.toThrow(sentence)
})

it.each([
  [{ bucket: 'elsewhere' }, /has no bucket named "elsewhere"\. Create it, or correct STORAGE_URL/],
  [{ region: 'eu-central-1' }, /"dashboard" is not in the region eu-central-1\. Correct the reg/],
  [
    { endpoint: 'http://127.0.0.1:9' },
    /at 127\.0\.0\.1:9 cannot be reached: nothing answers at this address\./,
  ],
] as const)('explains %o', async (changes, sentence) => {
  const { open } = await start()
  await expect(open(changes).check()).rejects.toThrow(sentence)
})

it.each([
  [{ kind: 'error', status: 403, code: 'AccessDenied' }, /does not let this access key use the b/],
  [{ kind: 'error', status: 500, code: 'InternalError' }, /failed \(500 InternalError\)\. Please/],
  [{ kind: 'error', status: 403, code: 'QuotaExceeded' }, /is full, or the quota of the bucket/],
  [{ kind: 'error', status: 413, code: 'EntityTooLarge' }, /is full, or the quota of the bucket/],
  [{ kind: 'error', status: 403, code: 'RequestTimeTooSkewed' }, /this machine's clock is wrong/],
  [{ kind: 'break' }, /cannot be reached: the connection was broken off\./],
  [{ kind: 'hang' }, /does not answer\. Please try again later/],
] as const)('explains %o in every operation', async (fault, sentence) => {
  const { s3, files } = await start({ isImpatient: fault.kind === 'hang' })
  await files.write('reports/one.pdf', Buffer.from('one'), 'application/pdf')
  s3.setFault(fault)
  const isTimeout = fault.kind === 'hang'
  const failure = expect.objectContaining({
    name: 'StorageError',
    message: expect.stringMatching(sentence),
    isTimeout,
  })
  await expect(files.write('reports/two.pdf', Buffer.from(''), 'a/b')).rejects.toEqual(failure)
  await expect(files.open('reports/one.pdf')).rejects.toEqual(failure)
  await expect(files.delete('reports/one.pdf')).rejects.toEqual(failure)
  await expect(files.list('reports')).rejects.toEqual(failure)
  await expect(files.sizeOf('reports/one.pdf')).rejects.toThrow(StorageError)
})

it('finds in its check that an upload by a signed address is refused', async () => {
  const { s3, files } = await start()
  let puts = 0
  const when = () => ++puts === 2
  s3.setFault({ kind: 'error', status: 403, code: 'AccessDenied', method: 'PUT', when })
  await expect(files.check()).rejects.toThrow(
    'The file storage refuses an upload by a signed address (403 AccessDenied).',
  )
})

it.each([
  [20, 'Request has expired', /^The clocks of .* are 20 minutes apart\. Set the one/],
  [-20, 'Request is not valid yet', /^The clocks of .* are 20 minutes apart/],
  [
    0,
    'Content-MD5 is required for Put Object requests with Object Lock',
    /^The bucket "b" requires/,
  ],
  [0, 'Quota', /^The file storage refuses an upload by a signed address \(403 AccessDenied\)/],
])('names a clock %i minutes off and %s', async (minutes, message, sentence) => {
  const date = new Date(Date.now() + minutes * 60_000).toUTCString()
  const body = `<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`
  const answer = new Response(body, { status: 403, headers: { date } })
  const location = { bucket: 'b', endpoint: undefined, region: 'r' }
  expect((await explainSignedUpload(answer, location)).message).toMatch(sentence)
})

it('explains an address that is not S3', async () => {
  const { s3, files } = await start()
  s3.setFault({ kind: 'html' })
  await expect(files.list('reports')).rejects.toThrow(/is not an S3 storage\. Correct the endpoint/)
})

it.each([
  { kind: 'error', status: 503, code: 'SlowDown', times: 2 },
  { kind: 'break', times: 2 },
  { kind: 'hang', times: 1 },
] as const)('recovers from %o', async (fault) => {
  const { s3, files } = await start({ isImpatient: fault.kind === 'hang' })
  s3.setFault(fault)
  await files.write('reports/one.pdf', Buffer.from('one'), 'application/pdf')
  const file = await files.open('reports/one.pdf')
  expect(file && (await text(file.stream))).toBe('one')
})
