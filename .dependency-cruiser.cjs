/**
 * The one-way doors between the packages, and between the rooms of server and web. What is not allowed
 * here fails the check; a new feature folder is guarded from birth.
 */
const test = '\\.(test|spec)\\.tsx?$|/test-[^/]+\\.tsx?$'

/** Features are closed to each other unless listed. */
const serverFeatures = {
  jobs: ['workflows', 'monitoring'],
  monitoring: ['workflows'],
  start: ['workflows', 'monitoring'],
  move: ['start'],
}
const webFeatures = {
  sync: ['jobs'],
  reports: ['jobs'],
  dashboard: ['jobs', 'reports'],
  monitoring: ['jobs'],
  login: ['brand'],
}

/** Package → the packages it may import. */
const packages = {
  contract: [],
  store: ['contract'],
  runner: ['contract', 'store'],
  server: ['contract', 'store'],
  web: ['contract'],
}

const packageRules = Object.entries(packages).map(([name, allowed]) => ({
  name: `${name}-imports-only-what-it-may`,
  severity: 'error',
  from: { path: `^${name}/`, pathNot: test },
  to: {
    path: '^(contract|store|runner|server|web|e2e|scripts)/',
    pathNot: `^(${[name, ...allowed].join('|')})/`,
  },
}))

/** One rule per listed feature, and one for all the others by their captured folder name. */
function featureRules(root, features, rooms) {
  const listed = Object.entries(features).map(([feature, allowed]) => ({
    name: `${root.replaceAll('/', '-')}-${feature}-knows-few`,
    severity: 'error',
    from: { path: `^${root}/${feature}/`, pathNot: test },
    to: {
      path: `^${root}/[^/]+/`,
      pathNot: `^${root}/(${[feature, ...allowed, ...rooms].join('|')})/`,
    },
  }))
  const others = {
    name: `${root.replaceAll('/', '-')}-features-are-closed`,
    severity: 'error',
    from: {
      path: `^${root}/([^/]+)/`,
      pathNot: `^${root}/(${[...Object.keys(features), ...rooms].join('|')})/|${test}`,
    },
    to: {
      path: `^${root}/[^/]+/`,
      pathNot: `^${root}/($1${rooms.map((room) => `|${room}`).join('')})/`,
    },
  }
  return [...listed, others]
}

function layer(name, from, to) {
  return { name, severity: 'error', from: { path: from, pathNot: test }, to: { path: to } }
}

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|node:)' },
    },
    ...packageRules,
    ...featureRules('server/src', serverFeatures, ['http']),
    layer('server-http-knows-no-feature', '^server/src/http/', '^server/src/(?!http/)'),
    layer('server-features-know-no-start', '^server/src/[^/]+/', '^server/src/[^/]+\\.ts$'),
    ...featureRules('web/src/features', webFeatures, []),
    // paths.ts names the addresses and imports nothing: everybody above ui may link by it.
    layer(
      'web-features-know-no-shell',
      '^web/src/features/',
      '^web/src/(shell/|(?!paths\\.ts$)[^/]+$)',
    ),
    layer(
      'web-session-and-api-know-no-feature',
      '^web/src/(session|api)/',
      '^web/src/(features|shell)/|^web/src/(?!paths\\.ts$)[^/]+$',
    ),
    layer(
      'web-ui-knows-nothing-above',
      '^web/src/(ui|format)/',
      '^web/src/(features|shell|session|api)/|^web/src/[^/]+$',
    ),
    layer('web-shell-knows-no-start', '^web/src/shell/', '^web/src/(?!paths\\.ts$)[^/]+$'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|test-results|playwright-report)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
    },
  },
}
