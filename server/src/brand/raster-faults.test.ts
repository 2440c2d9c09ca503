import { expect, test } from 'vitest'
import { findJpegFault } from './jpeg-check.ts'
import { findPngFault } from './png-check.ts'
import { jpegOf, pngChunk, pngOf, pngOfPixels, svgOf } from './test-logos.ts'

const png = pngOf(12, 7)
const square = { width: 1, height: 1 }
const unreadable = 'is damaged: its pixels cannot be read'
const tooManyPixels = 'has more than 25 million pixels'

function pngWithData(data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk('IDAT', data), png.subarray(-12)])
}

test('a file that inflates to far more than its pixels is not inflated to its end', async () => {
  const bomb = pngOfPixels({ width: 8, height: 8 }, Buffer.alloc(100_000_000))
  const before = process.memoryUsage().arrayBuffers
  const startedAt = performance.now()
  expect(await findPngFault(bomb)).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(500)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
})

test('takes whole pictures', async () => {
  expect(await findPngFault(png)).toBeUndefined()
  const extended = Buffer.concat([png, Buffer.from('what some program added')])
  expect(await findPngFault(extended)).toBeUndefined()
  // Three by three pixels in the passes of an interlaced picture: 1, 1, 2, 2 and 3 of them.
  const passes = [
    [0, 9],
    [0, 9],
    [0, 9, 9],
    [0, 9],
    [0, 9],
    [0, 9, 9, 9],
  ].flat()
  const interlaced = pngOfPixels({ width: 3, height: 3, interlace: 1 }, Buffer.from(passes))
  expect(await findPngFault(interlaced)).toBeUndefined()
  expect(findJpegFault(jpegOf(12, 7))).toBeUndefined()
})

test.each([
  ['nothing', Buffer.alloc(0), 'is not a PNG by its content'],
  ['a JPEG', jpegOf(1, 1), 'is not a PNG by its content'],
  ['an SVG', svgOf(), 'is not a PNG by its content'],
  ['a signature alone', png.subarray(0, 8), 'is not complete'],
  [
    'a signature before a page',
    Buffer.concat([png.subarray(0, 8), pngChunk('HTML', Buffer.from('<script>'))]),
    'is not a PNG by its content',
  ],
  ['half of one', png.subarray(0, png.length - 20), 'is not complete'],
  ['one without an end', png.subarray(0, png.length - 12), 'is not complete'],
  [
    'one without a picture',
    Buffer.concat([png.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))]),
    'is damaged',
  ],
  ['one with a wrong check sum', Buffer.from(png).fill(0x55, 45, 46), 'is damaged'],
  ['one without a size', pngOf(0, 7), 'has no size, or more than 8,192 pixels on a side'],
  ['one of 9,000 pixels', pngOf(9_000, 1), 'has no size, or more than 8,192 pixels on a side'],
  ['one of 64 million pixels', pngOfPixels({ width: 8_000, height: 8_000 }), tooManyPixels],
  ['one whose pixels are no compressed data', pngWithData(Buffer.from('pixels')), unreadable],
  ['one without a row', pngOfPixels({ width: 4, height: 3 }, Buffer.alloc(10)), unreadable],
  ['one with a filter that is none', pngOfPixels(square, Buffer.from([7, 1])), unreadable],
  ['one of a color type that is none', pngOfPixels({ ...square, colorType: 5 }), unreadable],
  ['one of colors without a palette', pngOfPixels({ ...square, colorType: 3 }), unreadable],
  ['one interlaced in an unknown way', pngOfPixels({ ...square, interlace: 2 }), unreadable],
])('refuses %s as a PNG', async (_name, content, fault) => {
  expect(await findPngFault(content)).toBe(fault)
})

test.each([
  ['nothing', Buffer.alloc(0), 'is not a JPEG by its content'],
  ['a PNG', png, 'is not a JPEG by its content'],
  ['a beginning alone', jpegOf(1, 1).subarray(0, 12), 'is not complete'],
  ['one without an end', jpegOf(1, 1).subarray(0, -2), 'is not complete'],
  [
    'one without a frame',
    Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0xff, 0xd9]),
    'is damaged',
  ],
  [
    'one without an end behind a mark within its pixels',
    Buffer.concat([jpegOf(1, 1).subarray(0, -2), Buffer.from([0xff, 0, 0xff, 0xd0, 0xd9])]),
    'is not complete',
  ],
  ['one of a thousand scans', jpegOf(1, 1, 1_000), 'is damaged'],
  ['one of 64 million pixels', jpegOf(8_000, 8_000), tooManyPixels],
  ['rubbish after the beginning', Buffer.from([0xff, 0xd8, 1, 2, 3, 4, 5]), 'is damaged'],
  ['one without a size', jpegOf(0, 1), 'has no size, or more than 8,192 pixels on a side'],
  ['one of 60,000 pixels', jpegOf(60_000, 1), 'has no size, or more than 8,192 pixels on a side'],
])('refuses %s as a JPEG', (_name, content, fault) => {
  expect(findJpegFault(content)).toBe(fault)
})
