import { expect, test } from 'vitest'
import { readXml } from './read-xml.ts'

/** Attributes that the tests read from each tag. */
const asked = ['r', 't', 's', 'name'] as const

type Event = [kind: 'opening' | 'closing' | 'text', what: string, ...attributes: (string | null)[]]

function read(xml: string | Uint8Array): Event[] {
  const events: Event[] = []
  readXml(xml, {
    open: (name, attribute) =>
      events.push(['opening', name, ...asked.map((each) => attribute(each) ?? null)]),
    close: (name) => events.push(['closing', name]),
    text: (text) => events.push(['text', text]),
  })
  return events
}

const opening = (name: string): Event => ['opening', name, null, null, null, null]

test('tags, text and CDATA are read in order, comments and instructions are skipped', () => {
  const xml =
    '<?xml version="1.0"?>\n<a>x &lt; y<!-- <c> --><b/><![CDATA[ <c>&lt; ]]><?go <c> ?></a >\n'
  expect(read(xml)).toEqual([
    opening('a'),
    ['text', 'x < y'],
    opening('b'),
    ['closing', 'b'],
    ['text', ' <c>&lt; '],
    ['closing', 'a'],
  ])
})

test('characters are decoded, also those beyond the first plane by their numbers', () => {
  expect(read('<a name="&#128512;&quot;">&#x1F600; &#x110000; &nbsp;\r\n\r</a>')).toEqual([
    ['opening', 'a', null, null, null, '😀"'],
    ['text', '😀 &#x110000; &nbsp;\n\n'],
    ['closing', 'a'],
  ])
})

test('attributes may have spaces before and after their =, and any characters in quotes', () => {
  expect(read(`<a r = "1 = '2'" t=\n'"2">' s\t="3>"/>`)[0]).toEqual([
    'opening',
    'a',
    "1 = '2'",
    '"2">',
    '3>',
    null,
  ])
})

test('an attribute without a prefix wins over one with it, and the first over the second', () => {
  const declared = 'xmlns:x="urn:x" xmlns:y="urn:y" xmlns:z="urn:z"'
  expect(read(`<a ${declared} x:r="1" r="2" y:t="4" z:t="5" xs="6"/>`)[0]).toEqual([
    'opening',
    'a',
    '2',
    '4',
    null,
    null,
  ])
})

test('names are those of the namespace of the first tag, others keep a prefix', () => {
  const xml =
    '<x:a xmlns:x="urn:main" xmlns:o="urn:o"><o:row/><row xmlns="urn:main"/><x:row/><row xmlns="urn:o"/></x:a>'
  const rows = read(xml).filter(([kind, name]) => kind === 'opening' && name.endsWith('row'))
  expect(rows.map(([, name]) => name === 'row')).toEqual([false, true, true, false])
})

test('entities of a document type stay as they are written', () => {
  const type = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "why">]>'
  expect(read(`${type}<a name="&y;">&x;</a>`)).toEqual([
    ['opening', 'a', null, null, null, '&y;'],
    ['text', '&x;'],
    ['closing', 'a'],
  ])
})

test('text that is not UTF-8 is read with replacement characters', () => {
  expect(read(Buffer.from('<a>\xe9<b/>\xe2\x82</a>', 'latin1'))).toEqual([
    opening('a'),
    ['text', '\uFFFD'],
    opening('b'),
    ['closing', 'b'],
    ['text', '\uFFFD'],
    ['closing', 'a'],
  ])
})

test('long XML is read like short XML, wherever its pieces end', () => {
  const cell = '<c r="A>1" t=\'é "x"\'>é&amp;</c>'
  for (const before of [0, 9, 17]) {
    const count = 40_000
    const events = read(`<a>${' '.repeat(before)}${cell.repeat(count)}</a>`)
    const texts = events.filter(([kind, what]) => kind === 'text' && what.trim() !== '')
    expect(texts).toHaveLength(count)
    expect(new Set(texts.map(([, what]) => what))).toEqual(new Set(['é&']))
    const cells = events.filter(([kind, name]) => kind === 'opening' && name === 'c')
    expect(new Set(cells.map(([, , ...found]) => found.join('|')))).toEqual(
      new Set(['A>1|é "x"||']),
    )
  }
})

test.each([
  ['nothing', ''],
  ['text only', 'First Name'],
  ['an open element', '<a><b></b>'],
  ['an open tag', '<a r="1"'],
  ['an open quote', '<a r="1>'],
  ['an open comment', '<a><!-- </a>'],
  ['open CDATA', '<a><![CDATA[ </a>'],
  ['an open instruction', '<?xml <a/>'],
  ['an element closed by another', '<a><b></a></b>'],
  ['an element closed twice', '<a></a></a>'],
  ['a closing tag with more in it', '<a></a b>'],
  ['a closing tag that goes on', '<a></ab>'],
  ['a tag without a name', '<a>< b/></a>'],
  ['a name of other letters', '<é/>'],
  ['a name with more in it', '<a"b"/>'],
  ['an attribute without quotes', '<a r=1 t="2"/>'],
  ['an attribute without a value', '<a r t="2"/>'],
  ['attributes without a space between them', '<a r="1"t="2"/>'],
  ['an attribute given twice', '<a r="1" r="2"/>'],
  ['a prefix that nobody declares', '<a><x:b/></a>'],
  ['a tag without end', `<a ${'b'.repeat(5_000_000)}="">`],
])('%s is refused', (_, xml) => {
  expect(() => read(xml)).toThrow()
})
