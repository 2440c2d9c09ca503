import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Whether any of the fonts in a folder has a glyph for a code point. */
export type FontCoverage = (codePoint: number) => boolean

/** What the templates use a font for, if that is less than it contains (layout.typ). */
const usedFor: Record<string, RegExp> = { 'NanumSquareR.ttf': /\p{Script=Hangul}/u }

/**
 * Returns which characters the TTF and OTF files of a folder can draw. Fonts are read one after the other, beginning
 * with `first`, until one has the requested character: most reports need one font, and there are thirty.
 * @throws Error on use, naming the file that is not a font or has no Unicode character table.
 */
export function readFontCoverage(folder: string, first: string): FontCoverage {
  const covered = new Uint8Array(0x110000 / 8)
  const fonts = readdirSync(folder).filter((name) => /\.(ttf|otf)$/i.test(name))
  const unread = [first, ...fonts.filter((name) => name !== first)]
  const isCovered = (codePoint: number) =>
    ((covered[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0
  return (codePoint) => {
    while (!isCovered(codePoint)) {
      const [font] = unread
      if (font === undefined) return false
      readFont(join(folder, font), covered, usedFor[font])
      unread.shift()
    }
    return true
  }
}

function readFont(path: string, covered: Uint8Array, used: RegExp | undefined): void {
  const bytes = readFileSync(path)
  try {
    addCoverage(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), (code) => {
      if (!used || used.test(String.fromCodePoint(code))) {
        covered[code >> 3] = (covered[code >> 3] ?? 0) | (1 << (code & 7))
      }
    })
  } catch (cause) {
    throw new Error(`The font ${basename(path)} cannot be read: replace the file.`, { cause })
  }
}

type Mark = (codePoint: number) => void

/** Reads the `cmap` table (OpenType specification), in the two formats that matter: 4 and 12. */
function addCoverage(font: DataView, mark: Mark): void {
  const cmap = tableOffset(font, 'cmap')
  let found = false
  for (let index = 0; index < font.getUint16(cmap + 2); index += 1) {
    const record = cmap + 4 + index * 8
    const platform = font.getUint16(record)
    const encoding = font.getUint16(record + 2)
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue
    const table = cmap + font.getUint32(record + 4)
    const format = font.getUint16(table)
    if (format === 4) addSegments(font, table, mark)
    if (format === 12) addGroups(font, table, mark)
    found ||= format === 4 || format === 12
  }
  if (!found) throw new Error('no Unicode character table')
}

function tableOffset(font: DataView, tag: string): number {
  for (let index = 0; index < font.getUint16(4); index += 1) {
    const record = 12 + index * 16
    const name = [0, 1, 2, 3].map((at) => String.fromCharCode(font.getUint8(record + at))).join('')
    if (name === tag) return font.getUint32(record + 8)
  }
  throw new Error(`no table ${tag}`)
}

function addSegments(font: DataView, table: number, mark: Mark): void {
  const size = font.getUint16(table + 6)
  const ends = table + 14
  const starts = ends + size + 2
  for (let at = 0; at < size; at += 2) {
    const start = font.getUint16(starts + at)
    const end = font.getUint16(ends + at)
    const delta = font.getUint16(starts + size + at)
    const rangeAt = starts + 2 * size + at
    const range = font.getUint16(rangeAt)
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const glyph =
        range === 0 ? (code + delta) & 0xffff : font.getUint16(rangeAt + range + (code - start) * 2)
      if (glyph !== 0) mark(code)
    }
  }
}

function addGroups(font: DataView, table: number, mark: Mark): void {
  for (let index = 0; index < font.getUint32(table + 12); index += 1) {
    const group = table + 16 + index * 12
    const end = Math.min(font.getUint32(group + 4), 0x10ffff)
    for (let code = font.getUint32(group); code <= end; code += 1) mark(code)
  }
}
