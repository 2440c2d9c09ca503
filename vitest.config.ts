import { compileCache } from '@dashboard/doubles/compile-cache'
import { defineConfig } from 'vitest/config'

/**
 * Tests that need a database. All run on SQLite; on PostgreSQL too run those of the store, and those whose name says
 * so: where locks, races or SQL of one's own decide, and where every endpoint is called.
 */
const databaseTests = [
  '**/*.database.test.ts',
  '**/*-routes.test.ts',
  '**/*.both-databases.test.ts',
]
/** Tests of what SQLite does not have: several servers, statistics of its planner. */
const onPostgresTests = ['**/*.on-postgres.test.ts']
const postgresTests = [
  'store/**/*.database.test.ts',
  '**/*.both-databases.test.ts',
  ...onPostgresTests,
]
/** Tests that start whole programs, or a PostgreSQL server of their own. */
const programTests = ['**/*.program.test.ts', '**/*.postgres.test.ts']
const postgresUrl = process.env.TEST_POSTGRES_URL

/** PGlite is used in place of PostgreSQL where there is no server of it. */
const postgres = postgresUrl
  ? { name: 'postgres', testDatabase: postgresUrl, globalSetup: 'store/test/postgres-template.ts' }
  : { name: 'pglite', testDatabase: 'pglite' }

const pageTests = ['web/test/pages/*.page.test.tsx']

const pages = {
  extends: true as const,
  define: { 'import.meta.env.DASHBOARD_VERSION': '"0.0.0-test"' },
  test: {
    name: 'pages',
    include: pageTests,
    environment: './web/test/page-environment.ts',
    provide: { testDatabase: 'sqlite' },
    setupFiles: ['server/test/cheap-passwords.ts', 'web/test/page-setup.ts'],
  },
}

export default defineConfig({
  test: {
    pool: 'forks',
    // More than the two cores it must be quick on: a third of the time of tests is waiting.
    maxWorkers: 4,
    // Loading the modules takes longer than most tests (docs/testing.md#one-process-for-many-files).
    isolate: false,
    // Far from UTC and from the office's zone: what takes this machine's zone for one of them shows another day.
    env: { ...compileCache, TZ: process.env.TEST_ZONE ?? 'Pacific/Honolulu' },
    unstubEnvs: true,
    unstubGlobals: true,
    restoreMocks: true,
    // A test that hangs must end; a machine that is busy must not end one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What is waited for has more than the second that Vitest gives it.
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,store,runner,server,web,doubles,e2e,scripts}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            ...[databaseTests, onPostgresTests, programTests, pageTests].flat(),
          ],
        },
      },
      { extends: true, test: { name: 'programs', include: programTests } },
      pages,
      databaseProject({ name: 'sqlite', testDatabase: 'sqlite', include: databaseTests }),
      databaseProject({ ...postgres, include: postgresTests }),
    ],
  },
})

function databaseProject({
  testDatabase,
  ...test
}: {
  name: string
  testDatabase: string
  include: string[]
  globalSetup?: string
}) {
  return {
    extends: true as const,
    test: {
      ...test,
      exclude: ['**/node_modules/**'],
      provide: { testDatabase },
      setupFiles: 'server/test/cheap-passwords.ts',
    },
  }
}
