import { expect, test } from 'vitest'
import { findSvgFault } from './svg-check.ts'
import { svgOf } from './test-logos.ts'

const png = 'data:image/png;base64,iVBORw0KGgo='

test.each([
  ['a plain drawing', svgOf()],
  [
    'a gradient used by its name',
    svgOf(
      '<defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs><path fill="url(#g)" d="M0 0h8"/><use xlink:href="#g"/>',
    ),
  ],
  [
    'styles of its own',
    svgOf(
      '<style>.a{fill:url("#g");font-family:"Open Sans"}</style><g class="a" style="stroke:red"/>',
    ),
  ],
  ['an embedded picture', svgOf(`<image href="${png}"/><image xlink:href="${png}"/>`)],
  [
    "a drawing program's notes",
    svgOf(
      '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:about=""/></metadata><sodipodi:namedview inkscape:zoom="1"/>',
      'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"',
    ),
  ],
  [
    'a prefix',
    Buffer.from('<v:svg xmlns:v="http://www.w3.org/2000/svg"><v:path d="M0 0"/></v:svg>'),
  ],
  [
    'a declaration, a comment and the document type of SVG',
    Buffer.from(
      `\uFEFF<?xml version="1.0" encoding="utf-8"?><!-- made by hand --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svgOf()}`,
    ),
  ],
])('takes %s', (_name, content) => {
  expect(findSvgFault(content)).toBeUndefined()
})

test.each([
  ['a script', svgOf('<script>alert(1)</script>'), 'contains a script'],
  ['a script elsewhere', svgOf('<script href="https://example.test/x.js"/>'), 'contains a script'],
  [
    'a script under a prefix',
    svgOf('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>'),
    'contains a script',
  ],
  [
    'a script of HTML',
    svgOf('<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script>'),
    'contains a script',
  ],
  ['a script in a note', svgOf('<metadata><script>1</script></metadata>'), 'contains a script'],
  ['onload', svgOf('', 'onload="alert(1)"'), 'contains the event handler "onload"'],
  [
    'onload in capitals, with a line break',
    svgOf('', 'ONLOAD\n=\n"alert(1)"'),
    'contains the event handler "ONLOAD"',
  ],
  ['onbegin', svgOf('<g onbegin="alert(1)"/>'), 'contains the event handler "onbegin"'],
  [
    'foreignObject',
    svgOf('<foreignObject><body/></foreignObject>'),
    'contains foreign content (<foreignObject>)',
  ],
  [
    'HTML',
    svgOf('<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x"/>'),
    'contains foreign content (<h:img>)',
  ],
  [
    'HTML by default',
    svgOf('<g xmlns="http://www.w3.org/1999/xhtml"/>'),
    'contains foreign content (<g>)',
  ],
  [
    'MathML',
    svgOf('<m:maction xmlns:m="http://www.w3.org/1998/Math/MathML"/>'),
    'contains foreign content (<m:maction>)',
  ],
  ['no namespace', svgOf('<g xmlns=""/>'), 'contains foreign content (<g>)'],
  ['an iframe', svgOf('<iframe src="#x"/>'), 'contains foreign content (<iframe>)'],
  ['a link', svgOf('<a href="javascript:alert(1)"/>'), 'contains <a>, which a logo may not have'],
  [
    'an animation',
    svgOf('<set attributeName="href" to="javascript:alert(1)"/>'),
    'contains <set>, which a logo may not have',
  ],
  [
    'an animation of a link',
    svgOf('<animate attributeName="xlink:href" values="x"/>'),
    'contains <animate>, which a logo may not have',
  ],
  ['a handler', svgOf('<handler>1</handler>'), 'contains <handler>, which a logo may not have'],
  [
    'feImage',
    svgOf('<filter><feImage href="#x"/></filter>'),
    'contains <feImage>, which a logo may not have',
  ],
  [
    'a picture elsewhere',
    svgOf('<image href="https://example.test/p.png"/>'),
    'refers to something outside itself (href)',
  ],
  [
    'a picture elsewhere by xlink',
    svgOf('<image xlink:href="//example.test/p.png"/>'),
    'refers to something outside itself (href)',
  ],
  [
    'xlink under another prefix',
    svgOf('<use y:href="other.svg#a" xmlns:y="http://www.w3.org/1999/xlink"/>'),
    'refers to something outside itself (href)',
  ],
  [
    'an SVG in a picture',
    svgOf('<image href="data:image/svg+xml;base64,PHN2Zz4="/>'),
    'refers to something outside itself (href)',
  ],
  ['data in use', svgOf(`<use href="${png}"/>`), 'refers to something outside itself (href)'],
  [
    'a script as an address, written in numbers',
    svgOf('<use href="&#106;avascript:alert(1)"/>'),
    'refers to something outside itself (href)',
  ],
  [
    'another base',
    svgOf('', 'xml:base="https://example.test/"'),
    'refers to something outside itself (xml:base)',
  ],
  [
    'an imported style',
    svgOf('<style>@import "https://example.test/x.css";</style>'),
    'refers to something outside itself (@import)',
  ],
  [
    'an imported style in CDATA',
    svgOf('<style><![CDATA[@IMPORT url(x.css);]]></style>'),
    'refers to something outside itself (@import)',
  ],
  [
    'a picture in a style',
    svgOf('<g style="fill:URL( \'https://example.test/p\' )"/>'),
    'refers to something outside itself (url)',
  ],
  [
    'an unfinished address in a style',
    svgOf('<style>g{fill:url(https://example.test/</style>'),
    'refers to something outside itself (url)',
  ],
  [
    'an address in a fill',
    svgOf('<g fill="url(other.svg#g)"/>'),
    'refers to something outside itself (url)',
  ],
  [
    'an image set',
    svgOf('<g style="background:image-set(\'x.png\' 1x)"/>'),
    'refers to something outside itself (a style)',
  ],
  [
    'escapes in a style',
    svgOf('<g style="fill:u\\72l(x)"/>'),
    'contains a style with escaped characters',
  ],
  ['an old binding', svgOf('<g style="-moz-binding:x"/>'), 'contains a script'],
  [
    'a style sheet elsewhere',
    Buffer.from(`<?xml-stylesheet href="x.css"?>${svgOf()}`),
    'refers to a style sheet outside itself',
  ],
  [
    'entities',
    Buffer.from(`<!DOCTYPE svg [<!ENTITY x "<script>1</script>">]>${svgOf()}`),
    'brings its own entities or attributes (<!DOCTYPE … [ ]>)',
  ],
  [
    'attributes by declaration',
    Buffer.from(`<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svgOf()}`),
    'brings its own entities or attributes (<!DOCTYPE … [ ]>)',
  ],
  [
    'a file of the server by an entity',
    Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svgOf()}`),
    'brings its own entities or attributes (<!DOCTYPE … [ ]>)',
  ],
  [
    'an outside document type',
    Buffer.from(`<!DOCTYPE svg SYSTEM "https://example.test/x.dtd">${svgOf()}`),
    'refers to a document type that is not that of SVG',
  ],
  [
    'another encoding',
    Buffer.from(`<?xml version="1.0" encoding="utf-7"?>${svgOf()}`),
    'is not in UTF-8',
  ],
  [
    'UTF-16',
    Buffer.from(`\uFEFF${svgOf()}`, 'utf16le'),
    'cannot be read: it is not well-formed XML in UTF-8',
  ],
  [
    'an entity that nobody declared',
    svgOf('<text>&nbsp;</text>'),
    'cannot be read: it is not well-formed XML in UTF-8',
  ],
  [
    'an attribute twice',
    svgOf('<g id="a" id="b"/>'),
    'cannot be read: it is not well-formed XML in UTF-8',
  ],
  ['a name that nobody declared', svgOf('<x:g/>'), 'uses the undeclared name <x:g>'],
  [
    'HTML alone',
    Buffer.from('<!doctype html><script>1</script>'),
    'cannot be read: it is not well-formed XML in UTF-8',
  ],
  [
    'well-formed HTML',
    Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"/>'),
    'does not begin with an <svg> element',
  ],
  ['svg without its namespace', Buffer.from('<svg/>'), 'does not begin with an <svg> element'],
  ['nothing', Buffer.alloc(0), 'cannot be read: it is not well-formed XML in UTF-8'],
  [
    'a thousand levels',
    svgOf(`${'<g>'.repeat(1_000)}${'</g>'.repeat(1_000)}`),
    'is too complicated for a logo',
  ],
  [
    'a hundred thousand levels',
    svgOf(`${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`),
    'cannot be read: it is not well-formed XML in UTF-8',
  ],
  [
    'an animation by a style',
    svgOf('<style>@keyframes a{to{r:9}} circle{animation:a 1ms infinite}</style>'),
    'contains an animation, which a logo may not have',
  ],
  ['very many elements', svgOf('<g/>'.repeat(30_000)), 'is too complicated for a logo'],
])('refuses %s', (_name, content, fault) => {
  expect(findSvgFault(content)?.reason).toBe(fault)
})

test.each([
  ['text', Buffer.from('Hello'), false],
  ['another XML file', Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"/>'), false],
  ['an SVG with a script', svgOf('<script/>'), true],
  [
    'an SVG with entities',
    Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>'),
    true,
  ],
])('says whether %s is an SVG at all', (_name, content, isSvg) => {
  expect(findSvgFault(content)).toMatchObject({ isSvg })
})
