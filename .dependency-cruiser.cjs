/**
 * Which file may import which: between the packages, and between the folders of each package. What is
 * not allowed here fails the check, and a new feature folder is closed from its first day.
 */

// The visitor of swc, by which dependency-cruiser finds imports, does not know `using` yet.
const { Visitor } = require('@swc/core/Visitor')
const { visitStatement } = Visitor.prototype
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  this.visitVariableDeclarators(statement.decls)
  return statement
}

/** The one naming rule for test support: `*.test.ts`, `*.spec.ts`, the folders `test`, and all of these packages. */
const test = '\\.(test|spec)\\.tsx?$|^[^/]+/test/|^(doubles|e2e|stress)/'
const product = '^(contract|store|runner|server|web)/'

/** Package → the packages it may import. Tests of a product package may also import test support. */
const productPackages = {
  contract: [],
  store: ['contract'],
  runner: ['contract', 'store'],
  server: ['contract', 'store'],
  web: ['contract'],
}
const otherPackages = {
  doubles: ['contract'],
  e2e: ['contract', 'doubles', 'store/test', 'web'],
  stress: ['contract', 'doubles', 'e2e', 'scripts'],
  scripts: ['contract', 'doubles', 'server', 'store'],
}
const everyPackage = Object.keys({ ...productPackages, ...otherPackages }).join('|')

/** Features are closed to each other unless listed. */
const serverFeatures = {
  jobs: ['engines', 'monitoring'],
  sync: ['engines', 'jobs'],
  reports: ['engines', 'jobs'],
  imports: ['engines', 'jobs'],
  columns: ['engines', 'jobs'],
  health: ['backup', 'notices', 'reports', 'retention'],
  monitoring: ['accounts', 'backup', 'engines', 'sync', 'health', 'notices'],
  notices: ['backup', 'schedules'],
  'weekly-mail': ['call-lists', 'coverage', 'imports', 'notices', 'volunteers'],
  start: ['engines', 'monitoring', 'backup'],
  backup: ['start', 'schedules'],
  schedules: ['engines', 'sync'],
  volunteers: ['engines', 'jobs'],
  coverage: ['volunteers'],
}
const webFeatures = {
  sync: ['jobs', 'reports', 'automation-status', 'imports', 'schedules', 'columns'],
  columns: ['jobs', 'imports'],
  imports: ['jobs'],
  schedules: ['jobs', 'reports'],
  reports: ['jobs', 'automation-status'],
  coverage: ['jobs', 'reports', 'automation-status', 'volunteers', 'imports', 'call-lists'],
  monitoring: ['jobs'],
  audit: ['jobs'],
  find: ['reports', 'sync', 'volunteers'],
  login: ['brand'],
  profile: ['access-tokens'],
  users: ['access-tokens'],
  'call-lists': ['volunteers', 'automation-status'],
  volunteers: ['jobs'],
}

/** The folders of the runner's import, in the order in which import-sheet.ts calls them. */
const importSteps = ['reading', 'matching', 'planning', 'writing']

/** The programs and their threads; every other product file is imported by one of them, directly or not. */
const programs =
  '^(server/src/(main|admin|backup|restore|doctor|brand/logo-renderer)|runner/src/main|web/src/main|(server|runner|web)/src/.+-thread)\\.tsx?$'

function packageRule([name, allowed], pathNot) {
  return {
    name: `${name}-imports-only-what-it-may`,
    severity: 'error',
    from: { path: `^${name}/`, ...(pathNot && { pathNot }) },
    to: {
      path: `^(${everyPackage})/`,
      pathNot: `^(${[name, ...allowed].join('|')})/`,
    },
  }
}

/** One rule per listed feature, and one for all the others by their captured folder name. */
function featureRules(root, features, shared) {
  const listed = Object.entries(features).map(([feature, allowed]) => ({
    name: `${root.replaceAll('/', '-')}-${feature}-imports-only-listed-features`,
    severity: 'error',
    from: { path: `^${root}/${feature}/`, pathNot: test },
    to: {
      path: `^${root}/[^/]+/`,
      pathNot: `^${root}/(${[feature, ...allowed, ...shared].join('|')})/`,
    },
  }))
  const unlisted = [...Object.keys(features), ...shared]
  const notThese = unlisted.length > 0 ? `^${root}/(${unlisted.join('|')})/|` : ''
  const others = {
    name: `${root.replaceAll('/', '-')}-features-are-closed`,
    severity: 'error',
    from: { path: `^${root}/([^/]+)/`, pathNot: `${notThese}${test}` },
    to: {
      path: `^${root}/[^/]+/`,
      pathNot: `^${root}/($1${shared.map((folder) => `|${folder}`).join('')})/`,
    },
  }
  return [...listed, others]
}

function layer(name, from, to, pathNot = test) {
  return { name, severity: 'error', from: { path: from, pathNot }, to: { path: to } }
}

const testRules = [
  layer('product-imports-no-test-support', product, test),
  layer('tests-import-no-browser-specs-and-no-scripts', product, '^(e2e|scripts)/', '^$'),
  {
    name: 'test-support-lies-in-its-folder',
    comment:
      'No program imports this file. If tests use it, move it to the folder test of its package; otherwise delete it.',
    severity: 'error',
    from: { path: programs },
    to: {
      path: `${product}src/`,
      pathNot: `${test}|${programs}|\\.d\\.ts$`,
      reachable: false,
    },
  },
]

const storeRules = [
  layer('store-settings-imports-only-settings', '^store/src/settings/', '^store/src/(?!settings/)'),
  layer(
    'store-database-imports-only-settings-outside-and-version',
    '^store/src/database/',
    '^store/src/(?!database/|settings/|outside/|program-version\\.ts$)',
  ),
  layer(
    'store-files-imports-only-settings-outside-and-failures',
    '^store/src/files/',
    '^store/src/(?!files/|settings/|outside/|failures/)',
  ),
  layer('store-workbook-imports-only-workbook', '^store/src/workbook/', '^store/src/(?!workbook/)'),
  layer(
    'store-jobs-imports-only-database-notices-status-and-targets',
    '^store/src/jobs/',
    '^store/src/(?!jobs/|database/|notices/|(automation-status|reports/report-targets)\\.ts$)',
  ),
  // Requests to outside systems, for export, spreadsheets and messages.
  layer('store-outside-imports-only-outside', '^store/src/outside/', '^store/src/(?!outside/)'),
  layer(
    'store-notices-imports-only-database',
    '^store/src/notices/',
    '^store/src/(?!notices/|database/)',
  ),
]

const runnerRules = [
  // An import works out what reports of the places that it touches would print.
  ...featureRules('runner/src', { import: ['columns', 'reports'] }, ['spreadsheets']),
  layer(
    'runner-spreadsheets-imports-no-feature',
    '^runner/src/spreadsheets/',
    '^runner/src/(?!spreadsheets/)[^/]+/',
  ),
  ...featureRules('runner/src/spreadsheets', {}, []),
  layer(
    'runner-features-import-no-start',
    '^runner/src/[^/]+/',
    '^runner/src/(main|run-job|check-outside)\\.ts$',
  ),
  // A step of the import uses what the steps before it have made, and none imports what calls them in order.
  ...importSteps.map((step, index) =>
    layer(
      `runner-import-${step}-imports-no-later-step`,
      `^runner/src/import/${step}/`,
      `^runner/src/import/(?!(${importSteps.slice(0, index + 1).join('|')})/)`,
    ),
  ),
  layer(
    'runner-import-imports-only-printed-content-of-reports',
    '^runner/src/import/',
    '^runner/src/reports/(?!content/|printed-content\\.ts$)',
  ),
  layer(
    'runner-report-content-imports-no-pdf',
    '^runner/src/reports/content/',
    '^runner/src/reports/(?!content/)',
  ),
  layer(
    'runner-report-pdf-imports-only-content',
    '^runner/src/reports/pdf/',
    '^runner/src/reports/(?!pdf/|content/)',
  ),
]

const serverRules = [
  ...featureRules('server/src', serverFeatures, ['background', 'http']),
  layer('server-http-imports-no-feature', '^server/src/http/', '^server/src/(?!http/)'),
  layer(
    'server-background-imports-no-feature',
    '^server/src/background/',
    '^server/src/(?!background/)',
  ),
  layer(
    'server-people-start-jobs-through-the-check-only',
    '^server/src/(?!jobs/(queue-jobs|require-may-start)\\.ts$|schedules/start-)',
    '^store/src/jobs/insert-jobs\\.ts$',
  ),
  layer('server-features-import-no-start', '^server/src/[^/]+/', '^server/src/[^/]+\\.ts$'),
  layer(
    'server-features-import-no-github',
    '^server/src/(?!engines/|start/|monitoring/)[^/]+/',
    '^server/src/engines/github/',
  ),
  layer(
    'server-local-engine-imports-no-github',
    '^server/src/engines/local/',
    '^server/src/engines/github/',
  ),
  layer(
    'server-github-api-imports-no-jobs',
    '^server/src/engines/github/api/',
    // EngineLog, a type; why connections fail, and the message of an error.
    '^server/src/(?!engines/github/api/|engines/job-engine\\.ts$)|^store/src/(?!outside/|failures/error-message\\.ts$)',
  ),
]

const webRules = [
  ...featureRules('web/src/features', webFeatures, []),
  // paths.ts names the addresses and imports nothing: everybody above ui may link by it.
  layer(
    'web-features-import-no-shell',
    '^web/src/features/',
    '^web/src/(shell/|(?!paths\\.ts$)[^/]+$)',
  ),
  layer(
    'web-session-and-api-import-no-feature',
    '^web/src/(session|api)/',
    '^web/src/(features|shell)/|^web/src/(?!paths\\.ts$)[^/]+$',
  ),
  layer(
    'web-ui-imports-nothing-above',
    '^web/src/(ui|format)/',
    '^web/src/(features|shell|session|api)/|^web/src/[^/]+$',
  ),
  layer('web-shell-imports-no-start', '^web/src/shell/', '^web/src/(?!paths\\.ts$)[^/]+$'),
]

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|node:)' },
    },
    ...Object.entries(productPackages).map((entry) => packageRule(entry, test)),
    ...Object.entries(otherPackages).map((entry) => packageRule(entry)),
    ...testRules,
    ...storeRules,
    ...runnerRules,
    ...serverRules,
    ...webRules,
    // Each double stands for one system; outside-systems.ts puts them together.
    ...featureRules('doubles/src', {}, []).map((rule) => ({
      ...rule,
      from: { path: rule.from.path },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules|test-results|playwright-report)/' },
    // swc keeps the imports of types, so that tsPreCompilationDeps, which wants an older TypeScript, is
    // not needed.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json'],
    },
  },
}
