import { hasPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { defineConfig } from '@playwright/test'

// PGlite serves a single process, so these specs need a real server on the machine.
const impossible = hasPostgres() ? [] : ['**/with-postgres/**']
const executablePath = process.env.CHROMIUM_PATH
const browserArguments = [
  // Debian's Chromium has no sandbox for root; the other options keep it from contacting its vendor.
  '--no-sandbox',
  // There is no graphics card, and Chromium's process that replaces it takes a twentieth of a run.
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
/** These specs leave each page too soon to gain from optimized code: compiling it takes a fifteenth of a run. */
const withoutOptimizing = '--js-flags=--no-maglev --no-opt'
const journeys = {
  launchOptions: {
    ...launch(...browserArguments, withoutOptimizing),
    // In a film (e2e/film.ts), viewers must be able to follow the clicks.
    ...(process.env.TAKE_FILM === '1' && { slowMo: 600 }),
  },
}

function folder(name: string) {
  return { name, testDir: name, outputDir: `../test-results/${name}` }
}

function launch(...args: string[]) {
  return { ...(executablePath && { executablePath }), args }
}

/** The setting of people who want no motion; drawing fades takes a twentieth of a run. */
const still = { ...journeys, contextOptions: { reducedMotion: 'reduce' as const } }

const stillAndOptimized = { ...still, launchOptions: launch(...browserArguments) }

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './build-first.ts',
  // Each folder of specs is a project. They begin in this order, the longest files first: if those began last, one of
  // them would run long after the others have ended.
  projects: [
    { ...folder('programs'), testIgnore: impossible, use: journeys },
    { ...folder('conditions'), use: journeys },
    // axe runs hundreds of times in a page that stays, so its code is worth compiling.
    { ...folder('accessibility'), use: stillAndOptimized },
    { ...folder('journeys'), use: still },
    { ...folder('specification'), use: still },
    // Timed specs need the machine to themselves: `npm test -- --all` runs them after the others.
    { ...folder('interaction-time'), workers: 1 },
  ],
  // Long enough that only a test that hangs is ended, even on a busy machine.
  timeout: 600_000,
  // Jobs have lower priority, so beside four browsers they take long.
  expect: { timeout: 150_000 },
  fullyParallel: false,
  // Two workers keep two cores busy only half of the time, since each simulates a person who waits. Four take as long
  // as three, and starve the jobs, which have lower priority (docs/testing.md#how-long-a-run-takes).
  workers: 3,
  forbidOnly: true,
  retries: 0,
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Otherwise an action on an element that has gone waits for the end of its test.
    actionTimeout: 150_000,
    // Recording every test slows the suite: request a trace with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: launch(...browserArguments),
  },
})
