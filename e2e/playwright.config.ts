import { hasPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { defineConfig } from '@playwright/test'

const alone = '**/interaction-time/**/*.spec.ts'
const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: 'specs',
  globalSetup: './build-first.ts',
  projects: [
    {
      name: 'journeys',
      outputDir: '../test-results/journeys',
      // PGlite serves one process only, so some need a real server on the machine.
      testIgnore: [alone, ...(hasPostgres() ? [] : ['**/with-postgres/**'])],
    },
    // What is timed has the machine to itself: `npm test` runs these after the others.
    {
      name: 'interaction-time',
      outputDir: '../test-results/interaction-time',
      testMatch: alone,
      workers: 1,
    },
  ],
  timeout: 90_000,
  expect: { timeout: 10_000 },
  fullyParallel: false,
  // Two cores are half idle with two: a person waits much of the time (docs/testing.md#how-long-a-run-takes).
  workers: 4,
  forbidOnly: true,
  retries: 0,
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Recording every test slows the suite: ask for a trace with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Debian's Chromium has no sandbox for root; the rest keeps it from calling home.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
