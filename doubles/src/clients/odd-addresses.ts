import fc from 'fast-check'

/** Values for a path parameter that match nothing. */
export const oddParameters = fc.oneof(
  fc.constantFrom('0', '-1', 'null', 'undefined', '__proto__', 'constructor', 'default', '%20'),
  fc.constantFrom('%00', 'a%00b', '%0d%0aX:1', '%2e', '%2e%2e', '..%2f..%2fetc', '%5c', '..%5c..'),
  fc.constantFrom(
    '%ff',
    '%zz',
    '%',
    '%ed%a0%80',
    '%f0%9f%98%80',
    "'%20or%201=1",
    '*',
    '{id}',
    ':id',
  ),
  fc.uuid(),
  fc.string({ unit: 'binary', maxLength: 40 }).map(encodeAnyText),
  fc.constantFrom(300, 5_000, 11_000).map((length) => 'x'.repeat(length)),
)

/** Encodes any text, leaving out what cannot be encoded. */
function encodeAnyText(text: string): string {
  return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '')) || 'x'
}

/** Returns unusual spellings of an address. */
export function oddAddresses(path: string): fc.Arbitrary<string> {
  const parts = path.split('/').length
  const between = fc
    .tuple(
      fc.nat({ max: parts - 1 }),
      fc.constantFrom('', '.', '..', '%2e', '%2e%2e', '%2f', '\\', '%5c', '%00', '..;', ' ', 'x'),
    )
    .map(([at, part]) => path.split('/').toSpliced(at, 0, part).join('/'))
    .map((changed) => (changed.startsWith('/') ? changed : `/${changed}`))
    .map((changed) => changed.replaceAll(' ', '%20'))
  const rewritten = fc.constantFrom(
    `/${path}`,
    `//elsewhere.example${path}`,
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}/..`,
    `${path};a=b`,
    `${path}.json`,
    `${path}%20`,
    `${path}%0a`,
    `${path}#a`,
    path.toUpperCase(),
    path.replace('/api', '/%61pi'),
    path.replace('/api', '/API'),
    path.replace('/api', '/api/v1'),
    path.replace('/api', '/assets/../api'),
    path.replaceAll('/', '\\').replace('\\', '/'),
    `http://elsewhere.example${path}`,
    `ftp://elsewhere.example${path}`,
  )
  const elsewhere = fc.constantFrom(
    ...['/', '/index.html', '/login', '/assets', '/assets/', '/assets/%00', '/..%5c..%5cetc', '/%'],
    ...[
      '/api',
      '/api/',
      '/api/none',
      '/metrics',
      '/api/openapi.json',
      '/api/docs',
      '/api/docs/json',
    ],
    ...[
      '/api/docs/static/..%2f..%2fpackage.json',
      '/.env',
      '/.git/config',
      '/favicon.ico',
      '/%c0%ae',
    ],
    ...[
      '/api/brand-settings/logo/..%2f..%2fdashboard.db',
      '/api/brand-settings/logo/%00',
      '/a'.repeat(3_000),
    ],
  )
  return fc.oneof(between, rewritten, { weight: 2, arbitrary: queried(path) }, elsewhere)
}

function queried(path: string): fc.Arbitrary<string> {
  const known = fc.constantFrom(
    ...['limit=1', 'limit=1&limit=500', 'limit=', 'limit=0', 'limit=-1', 'limit=1e9', 'limit[]=1'],
    ...[
      'limit=%00',
      '__proto__[x]=1',
      'constructor=1',
      '%',
      '%zz=%zz',
      '&&&',
      '=',
      '?',
      'a'.repeat(9_000),
    ],
    ...['kind=x', 'from=x&to=y', 'sort=-x', 'cursor=x', 'q=%27', 'limit=%D9%A3'],
  )
  const any = fc
    .array(fc.tuple(fc.string({ maxLength: 8 }), fc.string({ unit: 'binary', maxLength: 20 })), {
      maxLength: 5,
    })
    .map((pairs) =>
      pairs.map(([name, value]) => `${encodeAnyText(name)}=${encodeAnyText(value)}`).join('&'),
    )
  return fc.oneof(known, any).map((query) => `${path}?${query}`)
}
