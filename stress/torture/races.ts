import { startPostgres } from '@dashboard/doubles/postgres/postgres-server'
import { signInByApi } from '../../e2e/api-client.ts'
import { startDashboard } from '../../e2e/dashboard.ts'
import { createTestDatabase } from '../../e2e/postgres-database.ts'
import {
  createRandom,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { edits, lastTwo } from './races/account-races.ts'
import { downloads } from './races/deletion-races.ts'
import { cancellations, presses } from './races/job-races.ts'

/**
 * Rounds of cancellation against completion on each database; the rounds of other races are derived from it. `npm test`
 * has 500 cancellations against completions; these use real runners.
 */
const defaultRounds = 50

const races = [
  { title: '50 presses of Run', run: presses, share: 0.2 },
  { title: 'cancellation against completion', run: cancellations, share: 1 },
  { title: 'deletion during downloads', run: downloads, share: 0.5 },
  { title: 'two administrators edit one user', run: edits, share: 2 },
  { title: 'the last two administrators', run: lastTwo, share: 1 },
]

/**
 * Runs conflicting actions at the same time on a real server with real runners, on both databases: exactly one of two
 * exclusive actions must happen, and it must be the one whose response was success (docs/testing.md#races).
 */
export async function run({
  seed,
  count = defaultRounds,
  print,
}: TortureOptions): Promise<TortureResult> {
  const postgres = await startPostgres()
  if (!postgres) print('There is no PostgreSQL server on this machine: SQLite only')
  const figures: Record<string, string> = {}
  const checks = startChecks(print)
  try {
    for (const kind of postgres ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const)) {
      const environment =
        kind === 'PostgreSQL' && postgres ? createTestDatabase(postgres).environment : {}
      const dashboard = await startDashboard(environment)
      try {
        const api = await signInByApi(dashboard)
        await api.sync()
        const random = createRandom(seed).next
        for (const { title, run: race, share } of races) {
          const rounds = Math.max(1, Math.round(count * share))
          const { problems, counts } = await race({ dashboard, api, random }, rounds)
          checks.add(`${title} on ${kind}`, problems)
          figures[`${title} on ${kind}, ${rounds} rounds`] = JSON.stringify(counts)
        }
      } finally {
        await dashboard.stop()
      }
    }
  } finally {
    await postgres?.stop()
  }
  return checks.result(figures)
}
