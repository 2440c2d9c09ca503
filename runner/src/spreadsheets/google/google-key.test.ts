import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startSheetsDouble } from '@dashboard/doubles/sheets/sheets-double'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../../../test/job-errors.ts'
import { openSpreadsheet } from '../open-spreadsheet.ts'
import { googleLimits } from './google-http.ts'
import { readGoogleKey } from './google-key.ts'

const never = new AbortController().signal

async function startWithKey(change: (key: Record<string, string>) => object) {
  const google = await startSheetsDouble()
  onTestFinished(() => google.close())
  google.addSpreadsheet('one', { Data_Import: [['a']] })
  const serviceAccount = JSON.stringify(change(JSON.parse(google.serviceAccount)))
  const limits = { ...googleLimits, tries: 1 }
  const spreadsheet = openSpreadsheet(
    { kind: 'google', id: 'one', serviceAccount, apiUrl: google.url },
    undefined,
    limits,
  )
  return Array.fromAsync(spreadsheet.readRows('Data_Import', never))
}

it('is read from a file as well', async () => {
  const google = await startSheetsDouble()
  onTestFinished(() => google.close())
  const folder = await temporaryFolder()
  const path = join(folder, 'key.json')
  await writeFile(path, google.serviceAccount)
  expect(await readGoogleKey(path)).toEqual(await readGoogleKey(google.serviceAccount))
})

it.each([
  ['/nowhere/key.json', /names the file key\.json, which cannot be read/],
  ['{"client_email": "me"}', /GOOGLE_SERVICE_ACCOUNT is not a Google service-account key/],
  ['{broken', /GOOGLE_SERVICE_ACCOUNT is not a Google service-account key/],
])('explains why %s cannot be used', async (value, sentence) => {
  expect(await failureOf(readGoogleKey(value))).toMatch(sentence)
})

it('is accepted for a token', async () => {
  expect(await startWithKey((key) => key)).toEqual([['a']])
})

it.each([
  [
    'a key that was withdrawn',
    () => ({ private_key: otherKey() }),
    /does not accept the key of dashboard@.+: Invalid JWT Signature\. Create a new key/,
  ],
  [
    'an account that is gone',
    () => ({ client_email: 'gone@sheets-double.iam.gserviceaccount.com' }),
    /does not accept the key of gone@.+: Invalid grant: account not found\. Create a new key/,
  ],
  [
    'a damaged key',
    () => ({ private_key: '-----BEGIN PRIVATE KEY-----\nnothing\n' }),
    /The private key in GOOGLE_SERVICE_ACCOUNT is damaged/,
  ],
  [
    'a key of another kind',
    () => ({ private_key: ellipticKey() }),
    /The private key in GOOGLE_SERVICE_ACCOUNT is damaged/,
  ],
])('explains %s', async (_what, change, sentence) => {
  const starting = startWithKey((key) => ({ ...key, ...change() }))
  expect(await failureOf(starting)).toMatch(sentence)
})

function otherKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}

function ellipticKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
