import { expect, test } from 'vitest'
import { findJpegFault, findPngFault } from './raster-check.ts'
import { jpegOf, pngChunk, pngOf, svgOf } from './test-logos.ts'

const png = pngOf(12, 7)

test('takes whole pictures', () => {
  expect(findPngFault(png)).toBeUndefined()
  expect(findPngFault(Buffer.concat([png, Buffer.from('what some program added')]))).toBeUndefined()
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
])('refuses %s as a PNG', (_name, content, fault) => {
  expect(findPngFault(content)).toBe(fault)
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
  ['rubbish after the beginning', Buffer.from([0xff, 0xd8, 1, 2, 3, 4, 5]), 'is damaged'],
  ['one without a size', jpegOf(0, 1), 'has no size, or more than 8,192 pixels on a side'],
  ['one of 60,000 pixels', jpegOf(60_000, 1), 'has no size, or more than 8,192 pixels on a side'],
])('refuses %s as a JPEG', (_name, content, fault) => {
  expect(findJpegFault(content)).toBe(fault)
})
