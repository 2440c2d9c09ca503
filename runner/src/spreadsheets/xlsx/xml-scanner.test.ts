import fc from 'fast-check'
import { Parser } from 'saxen'
import { describe, expect, test } from 'vitest'
import { XmlScanner } from './xml-scanner.ts'

/** Attributes that the tests read from each tag. */
const asked = ['r', 't', 's', 'name'] as const

type Event = [kind: 'opening' | 'closing' | 'text', what: string, ...attributes: (string | null)[]]

function scan(xml: string | Uint8Array): Event[] {
  const scanner = new XmlScanner(Buffer.from(xml))
  const events: Event[] = []
  for (let token = scanner.next(); token !== 'end'; token = scanner.next()) {
    if (token === 'text') events.push(['text', scanner.text()])
    else if (token === 'closing') events.push(['closing', scanner.name])
    else {
      const attributes = asked.map((name) => scanner.attribute(name) ?? null)
      events.push(['opening', scanner.name, ...attributes])
    }
  }
  return events
}

/** Returns the same events, read by another parser. */
function scanWithOther(xml: string): Event[] {
  const events: Event[] = []
  const parser = new Parser()
  let main: string | undefined
  const local = (name: string) => {
    const colon = name.indexOf(':')
    const prefix = name.slice(0, Math.max(colon, 0))
    main ??= prefix
    return prefix === main ? name.slice(colon + 1) : `${prefix}:${name.slice(colon + 1)}`
  }
  parser.on('openTag', (name, read, decode) => {
    const attributes = Object.entries(read() || {})
    const found = asked.map((wanted) => {
      const [, value] =
        attributes.find(([key]) => key === wanted) ??
        attributes.find(([key]) => key.endsWith(`:${wanted}`)) ??
        []
      return value === undefined ? null : decode(value)
    })
    events.push(['opening', local(name), ...found])
  })
  parser.on('closeTag', (name) => events.push(['closing', local(name)]))
  const withLineEnds = (text: string) => text.replace(/\r\n?/g, '\n')
  parser.on('text', (text, decode) => events.push(['text', decode(withLineEnds(text))]))
  parser.on('cdata', (text) => events.push(['text', withLineEnds(text)]))
  parser.write(xml)
  parser.end()
  return events
}

const names = 'row c v t is rPh x:c x14ac:row sheetData _a.b-c1 y:z:v'.split(' ')
const attributeNames = 'r t s name x:r q:name xml:space xr rs dyDescent'.split(' ')
const pieces = '&amp; &lt; &#10; &#x41; &AMP; &nbsp; & ; _x000D_ é 張 😀'.split(' ')
const spaces = fc.constantFrom(' ', '\n', '\t', '  ', '\r\n ')
const maySpace = fc.constantFrom('', '', ' ', '\n')

function textOf(...more: string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom(...pieces, ...more), fc.string({ maxLength: 4 }))
  return fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(''))
}

const attribute = fc
  .tuple(
    spaces,
    fc.constantFrom(...attributeNames),
    fc.constantFrom('"', "'"),
    textOf('A1', '>', '/'),
  )
  .map(([space, name, quote, text]) => {
    const value = text.replaceAll('<', '').replaceAll(quote, '')
    return `${space}${name}=${quote}${value}${quote}`
  })
const opening = fc.tuple(fc.constantFrom(...names), fc.array(attribute, { maxLength: 4 }), maySpace)

const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small' },
    opening.map(([name, attributes, space]) => `<${name}${attributes.join('')}${space}/>`),
    fc
      .tuple(opening, fc.array(tie('content'), { maxLength: 5 }), maySpace)
      .map(
        ([[name, attributes, space], content, end]) =>
          `<${name}${attributes.join('')}${space}>${content.join('')}</${name}${end}>`,
      ),
  ),
  content: fc.oneof(
    { depthSize: 'small' },
    textOf('>', '"', "'").map((text) => text.replaceAll('<', '')),
    textOf('<', '>', ']]').map((text) => `<![CDATA[${text.replaceAll(']]>', '')}]]>`),
    textOf('<', '"').map((text) => `<!-- ${text.replaceAll('-', '')}-->`),
    textOf('<', '"').map((text) => `<?go ${text.replaceAll('?>', '')}?>`),
    tie('element'),
  ),
}))

const prologs = ['', '<?xml version="1.0"?>\n', '\uFEFF<?xml?>', '<!DOCTYPE a>', '<!-- > -->']
const document = fc
  .tuple(fc.constantFrom(...prologs), element, fc.constantFrom('', '\n', '<!-- end -->'))
  .map((parts) => parts.join(''))

const faults = ['', ...'< > / " \' = ! </ <!-- ]]> ?> & é'.split(' '), ' ']
const damage = fc.tuple(fc.nat(), fc.constantFrom(...faults), fc.nat({ max: 3 }))

// The two parsers differ in a few cases, which the tests below name.
const settings = { seed: 20261122, numRuns: 1000 }

describe('what is read', () => {
  test('is what another reader reads', () => {
    fc.assert(
      fc.property(document, (xml) => {
        expect(scan(xml)).toEqual(scanWithOther(xml))
      }),
      settings,
    )
  })

  test('of a damaged document is the same, or nothing in both', () => {
    const outcome = (read: (xml: string) => Event[], xml: string) => {
      try {
        // Each parser omits other attributes of a damaged tag, so attributes are not compared.
        return read(xml).map(([kind, what]) => [kind, what])
      } catch {
        return 'refused'
      }
    }
    fc.assert(
      fc.property(document, damage, (xml, [place, put, length]) => {
        const at = place % xml.length
        const damaged = (xml.slice(0, at) + put + xml.slice(at + length)).toWellFormed()
        expect({ damaged, o: outcome(scan, damaged) }).toEqual({
          damaged,
          o: outcome(scanWithOther, damaged),
        })
      }),
      settings,
    )
  })
})

describe('what the other reader does not read', () => {
  test('characters beyond the first plane by their numbers', () => {
    expect(scan('<a name="&#128512;">&#x1F600; &#x110000;</a>')).toEqual([
      ['opening', 'a', null, null, null, '😀'],
      ['text', '😀 &#x110000;'],
      ['closing', 'a'],
    ])
  })

  test('attributes with spaces before and after their =', () => {
    expect(scan('<a r = "1" t=\n"2" s\t="3"/>')[0]).toEqual(['opening', 'a', '1', '2', '3', null])
  })
})

test('entities of a document type stay as they are written', () => {
  const type = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "why">]>'
  expect(scan(`${type}<a name="&y;">&x;</a>`)).toEqual([
    ['opening', 'a', null, null, null, '&y;'],
    ['text', '&x;'],
    ['closing', 'a'],
  ])
})

test('an attribute without a prefix goes before one with it, the first before the second', () => {
  expect(scan('<a x:r="1" r="2" r="3" y:t="4" z:t="5" xs="6"/>')[0]).toEqual([
    'opening',
    'a',
    '2',
    '4',
    null,
    null,
  ])
})

test.each([
  ['<a r=1 t="2" s>', [null, '2', null]],
  ['<a r="1"t="2" s="3">', [null, null, '3']],
  ['<a r="1" = t="2" >', ['1', '2', null]],
  ['<a r="1" é="x" t=\'2\' 3s="3" >', ['1', '2', null]],
])('in the tag %s, only the attributes with faults are left out', (tag, found) => {
  expect(scan(`${tag}</a>`)[0]).toEqual(['opening', 'a', ...found, null])
})

test('text that is no UTF-8 is read as characters that stand for it', () => {
  expect(scan(Buffer.from('<a>\xe9<b/>\xe2\x82</a>', 'latin1'))).toEqual([
    ['opening', 'a', null, null, null, null],
    ['text', '\uFFFD'],
    ['opening', 'b', null, null, null, null],
    ['closing', 'b'],
    ['text', '\uFFFD'],
    ['closing', 'a'],
  ])
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
])('%s is refused', (_, xml) => {
  expect(() => scan(xml)).toThrow()
})
