import { compileCache } from '@dashboard/doubles/compile-cache'
import { defineConfig } from 'vitest/config'

/** Tests that need a database; they run on each of them. */
const databaseTests = ['**/*.database.test.ts', '**/*-routes.test.ts']
const postgresUrl = process.env.TEST_POSTGRES_URL

/** PGlite stands for PostgreSQL where there is no server of it. */
const databases = {
  sqlite: 'sqlite',
  ...(postgresUrl ? { postgres: postgresUrl } : { pglite: 'pglite' }),
}

export default defineConfig({
  test: {
    pool: 'forks',
    // More than the two cores it must be quick on: a third of the time of tests is waiting.
    maxWorkers: 4,
    // Loading the modules takes longer than most tests (docs/testing.md#one-process-for-many-files).
    isolate: false,
    env: compileCache,
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
          exclude: ['**/node_modules/**', ...databaseTests],
        },
      },
      ...Object.entries(databases).map(([name, testDatabase]) => ({
        extends: true as const,
        test: {
          name,
          include: databaseTests,
          exclude: ['**/node_modules/**'],
          provide: { testDatabase },
          ...(name === 'postgres' && {
            globalSetup: 'store/test/postgres-template.ts',
          }),
        },
      })),
    ],
  },
})
