import { createServer } from 'node:http'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { jpegOf, pngOf, pngOfPixels, svgOf } from '../../test/logos.ts'
import { pictureOf } from './logo-picture.ts'

const circle = '<circle cx="4" cy="4" r="4" fill="#1d489a"/>'
const blue = { r: 29, g: 72, b: 154, alpha: 255 }

const drawSvg = async (drawing: Buffer) =>
  Buffer.from((await pictureOf(drawing, 'image/svg+xml')).content)

/** Returns the color in the middle. */
async function colorOf(picture: Buffer) {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  const middle = { left: width >> 1, top: height >> 1, width: 1, height: 1 }
  const [r, g, b, alpha] = await sharp(picture).ensureAlpha().extract(middle).raw().toBuffer()
  return { r, g, b, alpha }
}

const entities = (declarations: string, drawing: Buffer) =>
  Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [${declarations}]>${drawing}`)

test.each([
  ['a link', svgOf(`<a xlink:href="https://example.test/">${circle}</a>`)],
  [
    'an animation',
    svgOf(circle.replace('/>', '><animate attributeName="r" values="1;4" dur="1s"/></circle>')),
  ],
  ['a script and event handlers', svgOf(`<script>alert(1)</script>${circle}`, 'onload="alert(1)"')],
  [
    'foreign content',
    svgOf(
      `<foreignObject width="8" height="8"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://example.test/"/></body></foreignObject>${circle}`,
    ),
  ],
  [
    'a style sheet from elsewhere',
    svgOf(
      `<style>@import url("https://example.test/a.css"); .a { fill: #1d489a }</style><circle class="a" cx="4" cy="4" r="4"/>`,
    ),
  ],
  [
    'colors that are CSS variables, and others for a dark page',
    svgOf(
      `<style>@import url("https://example.test/a.css?b;c"); :root{--c:var(--d);--d:#1d489a} .a{fill:var(--c)} @media (prefers-color-scheme: dark){:root{--d:#000} .a{fill:#fff}}</style><circle class="a" cx="4" cy="4" r="4"/>`,
    ),
  ],
  [
    'a variable without a value, and one of the drawing itself',
    svgOf(
      `<rect width="8" height="8" style="fill:var(--none, rgb(0, 0, 0))"/><circle style="fill:var(--own)" cx="4" cy="4" r="4"/>`,
      'style="--own: #1d489a"',
    ),
  ],
  [
    'entities, as Illustrator writes them',
    entities('<!ENTITY blue "#1d489a">', svgOf(circle.replace('#1d489a', '&blue;'))),
  ],
  [
    'the document type of SVG',
    Buffer.from(
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svgOf(circle)}`,
    ),
  ],
  ['names of a drawing program', svgOf(`<x:y xmlns:x="http://example.test/x"/>${circle}`)],
])('draws an SVG with %s', async (_what, drawing) => {
  const picture = await drawSvg(drawing)
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1_024 })
  expect(await colorOf(picture)).toEqual(blue)
})

test('draws text with its bundled font where the system has none', async () => {
  const text = svgOf('<text x="0" y="8" font-family="Arial" font-size="9">W</text>')
  const { channels } = await sharp(await drawSvg(text)).stats()
  expect(channels.at(-1)?.max).toBe(255)
})

test('loads nothing from elsewhere while it draws', async () => {
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

const tooComplicated = {
  status: 400,
  message:
    'This SVG is too complicated: it cannot be drawn within 10 seconds and 512 MB. Save it as a simpler PNG, and upload that.',
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

function filtered(): Buffer {
  const effects = '<feMorphology operator="dilate" radius="400"/>'.repeat(100)
  return svgOf(
    `<filter id="f" x="-9000" y="-9000" width="99999" height="99999">${effects}</filter><g filter="url(#f)">${circle}</g>`,
  )
}

test.each([
  ['entities of entities', laughs(), unreadable],
  [
    'elements within elements',
    svgOf(`${'<g>'.repeat(50_000)}${'</g>'.repeat(50_000)}`),
    unreadable,
  ],
  ['uses of uses', usedOften(), tooComplicated],
  ['filters of great size', filtered(), tooComplicated],
  [
    'layers within layers',
    svgOf(
      `${'<g opacity="0.9">'.repeat(200)}${circle}${'</g>'.repeat(200)}`,
      'width="8" height="8"',
    ),
    tooComplicated,
  ],
  ['no size', svgOf(circle, 'width="0" height="0"'), unreadable],
  ['no end', svgOf(circle).subarray(0, -6), unreadable],
])(
  'refuses an SVG of %s',
  async (_what, drawing, refusal) => {
    await expect(pictureOf(drawing, 'image/svg+xml')).rejects.toMatchObject(refusal)
  },
  20_000,
)

test('shows a PNG and a JPEG as they are', async () => {
  const png = pngOf(12, 7)
  const jpeg = await jpegOf(12, 7)
  expect(await pictureOf(png, 'image/png')).toEqual({ content: png, type: 'image/png' })
  for (const type of ['image/jpeg', 'image/jpg'] as const) {
    expect(await pictureOf(jpeg, type)).toEqual({ content: jpeg, type: 'image/jpeg' })
  }
})

test('a file that inflates to far more than its pixels is no matter', async () => {
  const bomb = pngOfPixels({ width: 8, height: 8 }, Buffer.alloc(100_000_000))
  expect((await pictureOf(bomb, 'image/png')).type).toBe('image/png')
})

const damaged = 'cannot be drawn: it is damaged or not complete.'

test.each([
  ['a JPEG', 'image/png', await jpegOf(1, 1), 415, 'This file is not a PNG by its content.'],
  ['an SVG', 'image/png', svgOf(), 415, 'This file is not a PNG by its content.'],
  ['a PNG', 'image/jpeg', pngOf(1, 1), 415, 'This file is not a JPEG by its content.'],
  ['a PNG', 'image/svg+xml', pngOf(1, 1), 415, 'This file is not an SVG by its content.'],
  ['half a PNG', 'image/png', pngOf(90, 90).subarray(0, -30), 415, `This PNG ${damaged}`],
  [
    'a PNG without a row',
    'image/png',
    pngOfPixels({ width: 4, height: 3 }),
    415,
    `This PNG ${damaged}`,
  ],
  [
    'half a JPEG',
    'image/jpeg',
    (await jpegOf(90, 90)).subarray(0, -30),
    415,
    `This JPEG ${damaged}`,
  ],
  [
    'a PNG of 64 million pixels',
    'image/png',
    pngOfPixels({ width: 8_000, height: 8_000 }),
    400,
    'This PNG has more than 25 million pixels. Make it smaller, and upload it again.',
  ],
  [
    'a JPEG of 36 million pixels',
    'image/jpeg',
    await jpegOf(6_000, 6_000),
    400,
    'This JPEG has more than 25 million pixels. Make it smaller, and upload it again.',
  ],
] as const)('refuses %s as %s', async (_what, mimeType, content, status, message) => {
  await expect(pictureOf(content, mimeType)).rejects.toMatchObject({ status, message })
})
