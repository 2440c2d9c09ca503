import { hasPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { defineConfig } from '@playwright/test'

const alone = '**/interaction-time/**/*.spec.ts'
// PGlite serves one process only, so some need a real server on the machine.
const impossible = hasPostgres() ? [] : ['**/with-postgres/**']
/** Files that take a minute or more; begun last, one of them would run on when the others have ended. */
const long = [
  '**/with-postgres/*.spec.ts',
  ...[
    'dashboard',
    'downloads',
    'keeping',
    'layout-shift',
    'monitoring-controls',
    'real-locust',
  ].map(specOf),
  ...['survival', 'sync', 'users'].map(specOf),
]

function specOf(name: string): string {
  return `**/specs/${name}.spec.ts`
}
const executablePath = process.env.CHROMIUM_PATH
const browserArguments = [
  // Debian's Chromium has no sandbox for root; the rest keeps it from calling home.
  '--no-sandbox',
  // There is no graphics card, and a process that stands for one costs a twentieth of a run.
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
/** A journey leaves each page too soon to gain from optimized code: making it costs a fifteenth of a run. */
const withoutOptimizing = '--js-flags=--no-maglev --no-opt'
const journeys = {
  launchOptions: {
    ...launch(...browserArguments, withoutOptimizing),
    // For a film (e2e/film.ts), one can follow what is pressed.
    ...(process.env.TAKE_FILM === '1' && { slowMo: 600 }),
  },
}

function launch(...args: string[]) {
  return { ...(executablePath && { executablePath }), args }
}

export default defineConfig({
  testDir: 'specs',
  globalSetup: './build-first.ts',
  projects: [
    // Projects begin in their order.
    {
      name: 'long-journeys',
      outputDir: '../test-results/long-journeys',
      use: journeys,
      testMatch: long,
      testIgnore: impossible,
    },
    {
      name: 'journeys',
      outputDir: '../test-results/journeys',
      // As for people who want no motion, so that both ways are tried; drawing fades takes a twentieth of a run.
      use: { ...journeys, contextOptions: { reducedMotion: 'reduce' } },
      testIgnore: [alone, ...long],
    },
    {
      name: 'specification',
      testDir: 'specification',
      testMatch: '**/*.spec.ts',
      outputDir: '../test-results/specification',
      use: { ...journeys, contextOptions: { reducedMotion: 'reduce' } },
    },
    // What is timed has the machine to itself: `npm test` runs these after the others.
    {
      name: 'interaction-time',
      outputDir: '../test-results/interaction-time',
      testMatch: alone,
      workers: 1,
    },
  ],
  // What hangs must end; a machine that is busy must end nothing.
  timeout: 600_000,
  // Jobs give way to all else, so that beside four browsers they take long.
  expect: { timeout: 150_000 },
  fullyParallel: false,
  // Two keep two cores busy only half of the time, since a person waits; four take as long as three, and starve the
  // jobs, which give way to all else (docs/testing.md#how-long-a-run-takes).
  workers: 3,
  forbidOnly: true,
  retries: 0,
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Recording every test slows the suite: ask for a trace with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: launch(...browserArguments),
  },
})
