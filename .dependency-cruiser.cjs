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
  notices: ['backup'],
  start: ['engines', 'monitoring', 'backup'],
  backup: ['start', 'schedules'],
  schedules: ['engines', 'sync'],
  volunteers: ['engines', 'jobs'],
}
const webFeatures = {
  sync: ['jobs', 'reports', 'automation-status', 'imports', 'schedules', 'columns'],
  columns: ['jobs', 'imports'],
  imports: ['jobs'],
  schedules: ['jobs', 'reports'],
  reports: ['jobs', 'automation-status'],
  coverage: ['jobs', 'reports', 'automation-status', 'volunteers', 'imports'],
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
    name: `${root.replaceAll('/', '-')}-${feature}-knows-few`,
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
  layer('store-settings-know-nothing', '^store/src/settings/', '^store/src/(?!settings/)'),
  layer(
    'store-database-knows-settings-outside-and-version-only',
    '^store/src/database/',
    '^store/src/(?!database/|settings/|outside/|program-version\\.ts$)',
  ),
  layer(
    'store-files-know-settings-and-outside-only',
    '^store/src/files/',
    '^store/src/(?!files/|settings/|outside/|failures/)',
  ),
  layer('store-workbook-knows-nothing', '^store/src/workbook/', '^store/src/(?!workbook/)'),
  layer(
    'store-jobs-know-database-notices-status-and-targets-only',
    '^store/src/jobs/',
    '^store/src/(?!jobs/|database/|notices/|(automation-status|reports/report-targets)\\.ts$)',
  ),
  // Requests to outside systems, for export, spreadsheets and messages.
  layer('store-outside-knows-nothing', '^store/src/outside/', '^store/src/(?!outside/)'),
  layer(
    'store-notices-know-database-only',
    '^store/src/notices/',
    '^store/src/(?!notices/|database/)',
  ),
]

const runnerRules = [
  // An import works out what reports of the places that it touches would print.
  ...featureRules('runner/src', { import: ['columns', 'reports'] }, ['spreadsheets']),
  layer(
    'runner-spreadsheets-know-no-feature',
    '^runner/src/spreadsheets/',
    '^runner/src/(?!spreadsheets/)[^/]+/',
  ),
  ...featureRules('runner/src/spreadsheets', {}, []),
  layer(
    'runner-features-know-no-start',
    '^runner/src/[^/]+/',
    '^runner/src/(main|run-job|check-outside)\\.ts$',
  ),
  // A step of the import uses what the steps before it have made, and none knows who calls them in order.
  ...importSteps.map((step, index) =>
    layer(
      `runner-import-${step}-knows-no-later-step`,
      `^runner/src/import/${step}/`,
      `^runner/src/import/(?!(${importSteps.slice(0, index + 1).join('|')})/)`,
    ),
  ),
  layer(
    'runner-import-knows-only-what-reports-print',
    '^runner/src/import/',
    '^runner/src/reports/(?!content/|printed-content\\.ts$)',
  ),
  layer(
    'runner-report-content-knows-no-pdf',
    '^runner/src/reports/content/',
    '^runner/src/reports/(?!content/)',
  ),
  layer(
    'runner-report-pdf-knows-content-only',
    '^runner/src/reports/pdf/',
    '^runner/src/reports/(?!pdf/|content/)',
  ),
]

const serverRules = [
  ...featureRules('server/src', serverFeatures, ['background', 'http']),
  layer('server-http-knows-no-feature', '^server/src/http/', '^server/src/(?!http/)'),
  layer(
    'server-background-knows-no-feature',
    '^server/src/background/',
    '^server/src/(?!background/)',
  ),
  layer(
    'server-people-start-jobs-through-the-check-only',
    '^server/src/(?!jobs/(queue-jobs|require-may-start)\\.ts$|schedules/start-)',
    '^store/src/jobs/insert-jobs\\.ts$',
  ),
  layer('server-features-know-no-start', '^server/src/[^/]+/', '^server/src/[^/]+\\.ts$'),
  layer(
    'server-features-do-not-know-github',
    '^server/src/(?!engines/|start/|monitoring/)[^/]+/',
    '^server/src/engines/github/',
  ),
  layer(
    'server-engines-do-not-know-each-other',
    '^server/src/engines/local/',
    '^server/src/engines/github/',
  ),
  layer(
    'server-github-api-knows-no-jobs',
    '^server/src/engines/github/api/',
    // EngineLog, a type; why connections fail, and the message of an error.
    '^server/src/(?!engines/github/api/|engines/job-engine\\.ts$)|^store/src/(?!outside/|failures/error-message\\.ts$)',
  ),
]

const webRules = [
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
