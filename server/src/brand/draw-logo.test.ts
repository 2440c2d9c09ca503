import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { jpegOf, pngChunk, pngOf, pngOfPixels, svgOf } from '../../test/logos.ts'
import { drawLogo } from './draw-logo.ts'

/** What is in a logo; the program that draws it is in logo-picture.test.ts. */

const circle = '<circle cx="4" cy="4" r="4" fill="#1d489a"/>'
const blue = { r: 29, g: 72, b: 154, alpha: 255 }

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
  const answer = await drawLogo({ content: drawing, mimeType: 'image/svg+xml' })
  const picture = Buffer.from(('picture' in answer && answer.picture) || [])
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1_024 })
  expect(await colorOf(picture)).toEqual(blue)
})

const facts = async (content: Buffer, mimeType: 'image/jpeg' | 'image/jpg' | 'image/png') => {
  const answer = await drawLogo({ content, mimeType })
  const picture = Buffer.from(('picture' in answer && answer.picture) || [])
  const { format, width, height } = await sharp(picture).metadata()
  return [format, width, height]
}

test('a PNG and a JPEG stay what they are, and become no larger than 1,024 pixels', async () => {
  expect(await facts(pngOf(12, 7), 'image/png')).toEqual(['png', 12, 7])
  expect(await facts(pngOf(300, 3_000), 'image/png')).toEqual(['png', 102, 1_024])
  for (const mimeType of ['image/jpeg', 'image/jpg'] as const) {
    expect(await facts(await jpegOf(12, 7), mimeType)).toEqual(['jpeg', 12, 7])
    expect(await facts(await jpegOf(2_048, 512), mimeType)).toEqual(['jpeg', 1_024, 256])
  }
})

describe('a photo', () => {
  const [width, height] = [60, 40]
  /** One half blue, the other white. */
  const pixels = Buffer.from(
    Array.from({ length: width * height }, (_, at) =>
      at % width < width / 2 ? [29, 72, 154] : [255, 255, 255],
    ).flat(),
  )
  const photo = () => sharp(pixels, { raw: { width, height, channels: 3 } }).withIccProfile('p3')

  function withMetadata(orientation: number) {
    return photo()
      .withExif({
        IFD0: { Artist: 'Cleo Marsh' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 30/1 0/1' },
      })
      .withMetadata({ orientation })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Cleo Marsh</a></x:xmpmeta>')
  }

  async function jpeg(orientation: number) {
    const one = await withMetadata(orientation).jpeg({ progressive: true }).toBuffer()
    const comment = Buffer.from('\xff\xfe\0\x11call 2125550100', 'latin1')
    // A further picture behind the first one, as phones write it.
    return Buffer.concat([one.subarray(0, 2), comment, one.subarray(2), one])
  }

  async function png(orientation: number) {
    const one = await withMetadata(orientation).png().toBuffer()
    const comment = pngChunk('tEXt', Buffer.from('Comment\0call 2125550100'))
    return Buffer.concat([one.subarray(0, 33), comment, one.subarray(33), Buffer.from('Cleo')])
  }

  test.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
  ] as const)(
    'as %s is the right way up, in its colors, without its metadata',
    async (mimeType, make) => {
      for (const orientation of [1, 6, 8]) {
        const content = await make(orientation)
        expect(content.toString('latin1')).toMatch(/Cleo Marsh.*Cleo|Cleo Marsh.*2125550100/s)
        const answer = await drawLogo({ content, mimeType })
        const picture = Buffer.from(('picture' in answer && answer.picture) || [])
        expect(picture.toString('latin1')).not.toMatch(/Cleo|2125550100|xmp|Exif/i)
        expect(await sharp(picture).metadata()).toMatchObject({
          ...(orientation === 1 ? { width, height } : { width: height, height: width }),
          icc: expect.anything(),
        })
        const shown = await sharp(picture).raw().toBuffer()
        const wanted = await sharp(content).autoOrient().raw().toBuffer()
        const differences = shown.map((value, at) => Math.abs(value - (wanted[at] ?? 0)))
        expect(Math.max(...differences)).toBeLessThan(8)
      }
    },
  )
})

test('accepts a file that inflates to far more than its pixels', async () => {
  const content = pngOfPixels({ width: 8, height: 8 }, Buffer.alloc(100_000_000))
  expect(await facts(content, 'image/png')).toEqual(['png', 8, 8])
})

test.each([
  ['a JPEG', 'image/png', await jpegOf(1, 1), 'other-type'],
  ['an SVG', 'image/png', svgOf(), 'other-type'],
  ['a PNG', 'image/jpeg', pngOf(1, 1), 'other-type'],
  ['a PNG', 'image/svg+xml', pngOf(1, 1), 'other-type'],
  ['an SVG of no size', 'image/svg+xml', svgOf(circle, 'width="0" height="0"'), 'unreadable'],
  ['an SVG of no end', 'image/svg+xml', svgOf(circle).subarray(0, -6), 'unreadable'],
  ['half a PNG', 'image/png', pngOf(90, 90).subarray(0, -30), 'unreadable'],
  ['a PNG without a row', 'image/png', pngOfPixels({ width: 4, height: 3 }), 'unreadable'],
  ['half a JPEG', 'image/jpeg', (await jpegOf(90, 90)).subarray(0, -30), 'unreadable'],
  [
    'a PNG of 64 million pixels',
    'image/png',
    pngOfPixels({ width: 8_000, height: 8_000 }),
    'too-many-pixels',
  ],
  ['a JPEG of 26 million pixels', 'image/jpeg', await jpegOf(6_500, 4_000), 'too-many-pixels'],
] as const)('refuses %s as %s', async (_what, mimeType, content, refusal) => {
  expect(await drawLogo({ content, mimeType })).toEqual({ refusal })
})
