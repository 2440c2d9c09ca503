import { defineConfig } from 'vitest/config'

/**
 * The tests of `scripts/faults.ts`: those of the folder that FAULT_TESTS names, on SQLite alone, since a fault takes
 * several seconds on PGlite. Packages are resolved here rather than through node_modules, so that tests run with the
 * faults in the packages beside their own, too.
 */
const folder = process.env.FAULT_TESTS ?? ''
const databaseTests = ['.database', '-routes', '.both-databases'].map(
  (kind) => `${folder}/**/*${kind}.test.ts`,
)

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@dashboard\/store\/test\/(.+)$/,
        replacement: `${import.meta.dirname}/store/test/$1.ts`,
      },
      {
        find: /^@dashboard\/(contract|store|doubles)\/(.+)$/,
        replacement: `${import.meta.dirname}/$1/src/$2.ts`,
      },
    ],
  },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${folder}/**/*.test.{ts,tsx}`],
          exclude: ['**/node_modules/**', ...databaseTests],
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: databaseTests,
          exclude: ['**/node_modules/**'],
          provide: { testDatabase: 'sqlite' },
          setupFiles: 'server/test/cheap-passwords.ts',
        },
      },
    ],
  },
})
