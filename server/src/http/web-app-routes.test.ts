import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { installation } from '@dashboard/contract/installation'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { installedWith } from '@dashboard/store/test/zones'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'

async function builtWebApp() {
  const webFolder = await temporaryFolder()
  await mkdir(join(webFolder, 'assets'))
  await writeFile(
    join(webFolder, 'index.html'),
    '<!doctype html><html lang="en"><title>Dashboard</title><p>page</p>',
  )
  await writeFile(join(webFolder, 'assets/app-1a2b.js'), 'start()')
  return { webFolder }
}

test('the description of the build is not sent', async () => {
  const app = await builtWebApp()
  await mkdir(join(app.webFolder, '.vite'))
  await writeFile(join(app.webFolder, '.vite/manifest.json'), '{}')
  const { inject } = await startTestApp(app)
  const { body } = await inject({ url: '/.vite/manifest.json' })
  expect(body).toContain('<p>page</p>')
})

test('the document contains the choices of the installation', async () => {
  installedWith({ outsideSystem: `"Helfer" & 'Co'` })
  const { inject } = await startTestApp(await builtWebApp())
  const { body } = await inject({ url: '/' })
  const [, facts = ''] =
    /^<!doctype html><html data-installation="([^"]*)" lang="en">/.exec(body) ?? []
  const text = facts.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  expect(JSON.parse(text)).toEqual({ ...installation, outsideSystem: `"Helfer" & 'Co'` })
})

test('a file that the build has compressed is sent unchanged', async () => {
  const app = await builtWebApp()
  const compressed = brotliCompressSync('start()')
  await writeFile(join(app.webFolder, 'assets/app-1a2b.js.br'), compressed)
  const { inject } = await startTestApp(app)
  const get = (encoding: string) =>
    inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': encoding } })
  const { headers, rawPayload } = await get('gzip, br')
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringMatching(/javascript/),
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect(rawPayload.equals(compressed)).toBe(true)
  const plain = await get('identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe('start()')
})
