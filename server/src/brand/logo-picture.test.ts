import { createServer } from 'node:http'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { jpegOf, pngOf, pngOfPixels, svgOf } from '../../test/logos.ts'
import { drawLogo } from './draw-logo.ts'
import { drawByProgram, pictureOf } from './logo-picture.ts'

/** The program that draws logos, with its limits; what they may hold is in draw-logo.test.ts. */

const circle = '<circle cx="4" cy="4" r="4" fill="#1d489a"/>'

const drawSvg = async (drawing: Buffer) =>
  Buffer.from((await pictureOf(drawing, 'image/svg+xml', drawByProgram)).content)

const entities = (declarations: string, drawing: Buffer) =>
  Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [${declarations}]>${drawing}`)

test('draws text with its bundled font where the system has none', async () => {
  const text = svgOf('<text x="0" y="8" font-family="Arial" font-size="9">W</text>')
  const { channels } = await sharp(await drawSvg(text)).stats()
  expect(channels.at(-1)?.max).toBe(255)
})

test('loads nothing from other places while it draws', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const at = (name: string) => `http://127.0.0.1:${port}/${name}`
  await drawSvg(
    Buffer.from(
      `<?xml-stylesheet href="${at('sheet')}"?><!DOCTYPE svg SYSTEM "${at('type')}">${svgOf(
        `<style>@import url("${at('import')}"); @font-face { font-family: f; src: url("${at('font')}") }</style>
        <image xlink:href="${at('image')}" width="8" height="8"/><image xlink:href="file:///etc/passwd" width="8" height="8"/>
        <use xlink:href="${at('use')}#a"/><text font-family="f">a</text>`,
      )}`,
    ),
  )
  expect(asked).toEqual([])
})

const tooSlow = {
  status: 400,
  message:
    'This SVG was not drawn within 10 seconds. The server may be busy: upload it again in a minute. If that fails too, save it as a simpler PNG.',
}
const unreadable = {
  status: 415,
  message: 'This SVG cannot be drawn: it is damaged or not complete.',
}

function laughs(): Buffer {
  const declarations = Array.from(
    { length: 11 },
    (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`,
  )
  return entities(`<!ENTITY a0 "lol">${declarations.join('')}`, svgOf('<text>&a11;</text>'))
}

function usedOften(): Buffer {
  const groups = Array.from(
    { length: 30 },
    (_, index) => `<g id="u${index + 1}">${`<use xlink:href="#u${index}"/>`.repeat(10)}</g>`,
  )
  return svgOf(`<defs><g id="u0">${circle}</g>${groups.join('')}</defs><use xlink:href="#u30"/>`)
}

test.each([
  ['entities of entities', laughs(), unreadable],
  [
    'elements within elements',
    svgOf(`${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}`),
    unreadable,
  ],
  [
    'layers within layers',
    svgOf(
      `${'<g opacity="0.9">'.repeat(200)}${circle}${'</g>'.repeat(200)}`,
      'width="8" height="8"',
    ),
    // On a busy machine its time is over before its memory.
    {
      status: 400,
      message: expect.stringMatching(
        /too complicated: it cannot be drawn within 512 MB|within 10 seconds/,
      ),
    },
  ],
])(
  'refuses an SVG of %s',
  async (_what, drawing, refusal) => {
    await expect(pictureOf(drawing, 'image/svg+xml', drawByProgram)).rejects.toMatchObject(refusal)
  },
  20_000,
)

test('an SVG that is not drawn in time is not called too complicated, since the machine may be busy', async () => {
  const picture = pictureOf(usedOften(), 'image/svg+xml', (request) =>
    drawByProgram(request, 1_000),
  )
  await expect(picture).rejects.toMatchObject(tooSlow)
})

test('a PNG stays a PNG, and a JPEG a JPEG', async () => {
  const asPng = await pictureOf(pngOf(12, 7), 'image/png', drawByProgram)
  expect(asPng.type).toBe('image/png')
  const asJpeg = await pictureOf(await jpegOf(12, 7), 'image/jpg', drawByProgram)
  expect(asJpeg.type).toBe('image/jpeg')
})

test.each([
  ['a JPEG', 'image/png', await jpegOf(1, 1), 415, 'This file is not a PNG by its content.'],
  ['a PNG', 'image/svg+xml', pngOf(1, 1), 415, 'This file is not an SVG by its content.'],
  [
    'half a PNG',
    'image/png',
    pngOf(90, 90).subarray(0, -30),
    415,
    'This PNG cannot be drawn: it is damaged or not complete.',
  ],
  [
    'a PNG of 64 million pixels',
    'image/png',
    pngOfPixels({ width: 8_000, height: 8_000 }),
    400,
    'This PNG has more than 25 million pixels. Make it smaller, and upload it again.',
  ],
] as const)('refuses %s as %s', async (_what, mimeType, content, status, message) => {
  const picture = pictureOf(content, mimeType, drawLogo)
  await expect(picture).rejects.toMatchObject({ status, message })
})
