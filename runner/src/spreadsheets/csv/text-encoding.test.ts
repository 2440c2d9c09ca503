import type { TextEncoding } from '@dashboard/contract/columns'
import { describe, expect, test } from 'vitest'
import { detectEncoding, distinguishingLines } from './text-encoding.ts'

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const detect = (bytes: Uint8Array) => detectEncoding(piecesOf(bytes))

/** Returns text in an encoding, by trying which bytes give each of its characters. */
function encode(text: string, encoding: TextEncoding): Buffer {
  const decoder = new TextDecoder(encoding)
  const known = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes))
    if ([...character].length === 1 && !known.has(character)) known.set(character, bytes)
  }
  for (let first = 0; first < 256; first += 1) add([first])
  for (let first = 0x81; first < 255; first += 1) {
    for (let second = 0x40; second < 255; second += 1) add([first, second])
  }
  return Buffer.from([...text].flatMap((character) => known.get(character) ?? []))
}

const titles = 'First Name,Last Name,Circuit,Congregation\n'
const people = {
  french: 'José,Muñoz,MX-1,Peñón\nAndré,Lefèvre,MX-1,Noël\n',
  german: 'Jürgen,Müller,D-1,Köln\nUwe,Groß,D-1,Köln\n',
  polish: 'Łukasz,Wałęsa,PL-1,Żoliborz\nŚwiętosława,Gżegżółka,PL-1,Śródmieście\n',
  russian: 'Иван,Петров,С-1,Север\nМария,Щукина,С-1,Юг\n',
  greek: 'Γιώργος,Παπαδόπουλος,GR-1,Αθήνα\nΜαρία,Νικολάου,GR-1,Πάτρα\n',
  arabic: 'محمد,علي,A-1,القاهرة\nفاطمة,حسن,A-1,بغداد\n',
  japanese: '太郎,山田,JP-1,東京\n花子,鈴木,JP-1,大阪\n',
  korean: '민준,김,서울-1,강남중앙\n서연,이,서울-1,종로\n',
  chinese: '伟,张,台北一,中正\n秀英,王,台北一,大安\n',
  taiwanese: '志明,陳,台北-1,信義\n美麗,林,台北-1,大安\n',
}

test.each<[keyof typeof people, TextEncoding]>([
  ['french', 'windows-1252'],
  ['french', 'macintosh'],
  ['german', 'windows-1252'],
  ['polish', 'windows-1250'],
  ['polish', 'iso-8859-2'],
  ['russian', 'windows-1251'],
  ['russian', 'koi8-r'],
  ['russian', 'iso-8859-5'],
  ['greek', 'windows-1253'],
  ['arabic', 'windows-1256'],
  ['japanese', 'shift_jis'],
  ['japanese', 'euc-jp'],
  ['korean', 'euc-kr'],
  ['chinese', 'gb18030'],
  ['taiwanese', 'big5'],
])('a hundred bytes, %s in %s, are read', async (language, encoding) => {
  const bytes = encode(titles + people[language], encoding)
  const found = await detect(bytes)
  expect(new TextDecoder(found.encoding).decode(bytes)).toBe(titles + people[language])
})

test.each<[string, TextEncoding]>([
  ['Jürgen,Müller\n', 'macintosh'],
  ['Győző,Szűcs,H-1,Kőbánya\nBéla,Tóth,H-1,Újpest\n', 'windows-1250'],
  ['Şükrü,Yılmaz,TR-1,İzmir\nGül,Çağlar,TR-1,Beşiktaş\n', 'windows-1254'],
  ['דוד,כהן,IL-1,חיפה\nשרה,לוי,IL-1,ירושלים\n', 'windows-1255'],
])('an encoding is uncertain where another is possible: %j in %s', async (text, encoding) => {
  const bytes = encode(titles + text, encoding)
  const found = await detect(bytes)
  const isRight = new TextDecoder(found.encoding).decode(bytes) === titles + text
  expect(isRight || !found.isSure).toBe(true)
})

test('a text whose encoding is uncertain comes with each reading of it', async () => {
  const bytes = encode(`${titles}Győző,Szűcs,H-1,Kőbánya\n`, 'windows-1250')
  const { isSure, likely } = await detect(bytes)
  expect(isSure).toBe(false)
  expect(likely).toContain('windows-1250')
  const shown = likely.map((encoding) => distinguishingLines(bytes, encoding).join())
  expect(shown).toContain('Győző,Szűcs,H-1,Kőbánya')
  expect(new Set(shown).size).toBe(likely.length)
})

test('lines with letters outside ASCII tell encodings apart', () => {
  const text = 'Name\nAna\r\nJosé\r\nBen'
  for (const [bytes, encoding] of [
    [Buffer.from(text), 'utf-8'],
    [Buffer.from(text, 'utf16le'), 'utf-16le'],
    [encode(text, 'windows-1252'), 'windows-1252'],
  ] as const)
    expect(distinguishingLines(bytes, encoding)).toEqual(['José'])
})

describe('Unicode', () => {
  const text = titles + people.polish

  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ['plain ASCII', Buffer.from(titles), 'utf-8'],
    ['nothing', Buffer.alloc(0), 'utf-8'],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
    ['UTF-16 the other way round', Buffer.from(text, 'utf16le').swap16(), 'utf-16be'],
  ])('%s', async (_, bytes, encoding) => {
    expect(await detect(bytes)).toEqual({ encoding, isSure: true, likely: [encoding] })
  })

  test('with a single odd byte keeps its encoding', async () => {
    const odd = Buffer.concat([
      Buffer.from('José,Muñoz\nAnna,'),
      Buffer.from([0xe9]),
      Buffer.from('x\n'),
    ])
    expect(await detect(odd)).toMatchObject({ encoding: 'utf-8', isSure: true })
  })
})
