import { expect, test } from 'vitest'
import { findSvgFault } from './svg-check.ts'
import { pngOf, pngOfPixels, svgOf } from './test-logos.ts'

/** Ten levels of ten references each, so that the first stands for ten thousand million shapes. */
function nested(level: (id: string, next: string) => string): string {
  const levels = Array.from({ length: 10 }, (_, index) => level(`n${index}`, `n${index + 1}`))
  return `${levels.join('')}<rect id="n10" fill="url(#n0)" mask="url(#n0)"/><use href="#n0"/>`
}

function shapes(attributes = ''): string {
  return `<rect width="1" ${attributes}/>`.repeat(10)
}

test.each([
  [
    'a drawing with patterns, masks, clip paths, a filter and markers, as drawing programs write them',
    svgOf(`<style>/* by layer */ .a,.b{fill:url(#dots)} g > .c:hover{mask:url("#fade")}</style><defs>
      <pattern id="dots" width="2" height="2"><circle r="1"/></pattern>
      <pattern id="more" href="#dots"/>
      <mask id="fade"><rect fill="url(#shade)"/></mask><linearGradient id="shade"/>
      <clipPath id="cut"><path d="M0 0h8v8"/></clipPath>
      <marker id="arrow"><path d="M0 0"/></marker><symbol id="leaf"><path class="a"/></symbol>
      <filter id="shadow"><feGaussianBlur stdDeviation="4"/><feOffset dx="2"/>
        <feTurbulence numOctaves="1"/><feMorphology radius=".1"/><feMerge><feMergeNode/></feMerge></filter></defs>
      <g filter="url(#shadow)" clip-path="url(#cut)">${'<use href="#leaf"/>'.repeat(500)}</g>
      <g class="c">${'<path class="b" marker-end="url(#arrow)" d="M1 2 3 4"/>'.repeat(100)}</g>`),
  ],
  ['four thousand shapes', svgOf('<path d="M1 2 3 4 5 6z"/>'.repeat(4_000))],
])('takes %s', (_name, content) => {
  expect(findSvgFault(content)).toBeUndefined()
})

test.each([
  [
    'nested <use>',
    nested((id, next) => `<g id="${id}">${`<use href="#${next}"/>`.repeat(10)}</g>`),
  ],
  [
    'nested patterns',
    nested((id, next) => `<pattern id="${id}">${shapes(`fill="url(#${next})"`)}</pattern>`),
  ],
  [
    'nested patterns by inheritance',
    nested((id, next) => `<g fill="url(#${next})"><pattern id="${id}">${shapes()}</pattern></g>`),
  ],
  [
    'nested patterns by a class',
    nested(
      (id, next) =>
        `<style>.${id}{fill:url(#${next})}</style><pattern id="${id}">${shapes(`class="${id}"`)}</pattern>`,
    ),
  ],
  [
    'nested patterns by a rule that hides behind strings and comments',
    nested(
      (id, next) =>
        `<style>*{--a:"}.b{";/*}.b{*/fill:url(#${next})}</style><pattern id="${id}">${shapes()}</pattern>`,
    ),
  ],
  [
    'nested patterns by a variable',
    nested(
      (id, next) =>
        `<g style="--p:url(#${next})"><pattern id="${id}">${shapes('fill="var(--p)"')}</pattern></g>`,
    ),
  ],
  [
    'nested patterns by their links',
    nested(
      (id, next) =>
        `<pattern id="${id}" xlink:href="#${next}">${shapes(`fill="url(#${next})"`)}</pattern>`,
    ),
  ],
  [
    'nested masks',
    nested((id, next) => `<mask id="${id}">${shapes(`mask="url('#${next}')"`)}</mask>`),
  ],
  [
    'nested clip paths',
    nested(
      (id, next) => `<clipPath id="${id}">${shapes(`clip-path="url( #${next} )"`)}</clipPath>`,
    ),
  ],
  [
    'nested markers',
    nested(
      (id, next) =>
        `<marker id="${id}"><path d="M1 1 2 2 3 3 4 4 5 5" marker-mid="url(#${next})"/></marker>`,
    ),
  ],
  [
    'references at the bottom of deep groups',
    Array.from({ length: 15 }, (_, index) => {
      const use = `<use href="#c${index + 1}"/>`
      return `<g id="c${index}">${'<g>'.repeat(190)}${use}${'</g>'.repeat(190)}</g>`
    }).join(''),
  ],
  [
    'references written with percent signs',
    nested(
      (id, next) =>
        `<g id="${id}">${`<use href="#%${next.charCodeAt(0).toString(16)}${next.slice(1)}"/>`.repeat(10)}</g>`,
    ),
  ],
  ['a drawing that holds itself', '<g id="a"><use href="#a"/></g>'],
  [
    'two drawings that hold each other',
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
  ],
  [
    'a chain of references',
    Array.from(
      { length: 5_000 },
      (_, index) => `<g id="c${index}"><use href="#c${index + 1}"/></g>`,
    ).join(''),
  ],
  ['10,000 octaves', '<filter><feTurbulence numOctaves="10000"/></filter>'],
  ['a huge blur', '<filter><feGaussianBlur stdDeviation="1e5"/></filter>'],
  ['a huge matrix', '<filter><feConvolveMatrix order="500"/></filter>'],
  ['a huge radius', '<filter><feMorphology radius="3 5000"/></filter>'],
  [
    'a huge region',
    '<filter id="f" width="100000%"><feFlood/></filter><path filter="url(#f)"/>'.repeat(2),
  ],
  [
    'a radius that is enlarged',
    '<g transform="scale(1000)"><filter><feMorphology radius=".1"/></filter></g>',
  ],
  ['a hundred effects', `<filter>${'<feTile/>'.repeat(100)}</filter>`],
  [
    'a filter on a thousand shapes',
    `<filter id="f"><feFlood/></filter>${'<path filter="url(#f)"/>'.repeat(1_000)}`,
  ],
  ['a filter passed on to shapes', `<style>path{filter:inherit}</style><path/>`],
  ['a huge blur in a style', '<g style="filter:blur(99999px)"/>'],
  [
    'an embedded picture of 10,000 megapixels',
    `<image href="data:image/png;base64,${pngOfPixels({ width: 100_000, height: 100_000 }).toString('base64')}"/>`,
  ],
  [
    'an embedded picture drawn 10,000 times',
    `<image id="i" href="data:image/png;base64,${pngOf(2_000, 2_000).toString('base64')}"/>${'<use href="#i"/>'.repeat(10_000)}`,
  ],
  [
    'an embedded picture of an unknown kind',
    `<image href="data:image/png;base64,${Buffer.from('BM and more').toString('base64')}"/>`,
  ],
  ['one id for all', '<use id="a" href="#b"/>'.repeat(10_000) + '<g id="b"/>'.repeat(5_000)],
  ['rules for everything', `<style>${'*{fill:url(#a)}'.repeat(20_000)}</style>`],
])('refuses %s as too complicated, at once', (_name, inside) => {
  const content = svgOf(inside)
  const startedAt = performance.now()
  expect(findSvgFault(content)?.reason).toBe('is too complicated for a logo')
  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
