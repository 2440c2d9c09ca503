import {
  problemsOf,
  startChecks,
  type TortureOptions,
  type TortureResult,
} from '../torture-suite.ts'
import { diskFull, readOnlyFolder } from './failures/disk-failures.ts'
import { withDataDir } from './failures/failure.ts'
import { clockSetBack, runnerOutOfMemory } from './failures/machine-failures.ts'
import { restoreWithoutRoom } from './failures/restore-without-room.ts'

/**
 * Breaks the things that the product depends on, one at a time: each time, the error must be clear, and a later try
 * must succeed (docs/torture.md).
 */

const failures = [diskFull, restoreWithoutRoom, readOnlyFolder, clockSetBack, runnerOutOfMemory]

export async function run({ print }: TortureOptions): Promise<TortureResult> {
  const checks = startChecks(print)
  const figures: TortureResult['figures'] = {}
  for (const { name, obstacle, run } of failures) {
    const reason = obstacle?.()
    if (reason !== undefined) {
      print(`not tried: ${name}: ${reason}`)
      figures[name] = 'not tried'
      continue
    }
    const problems = await problemsOf(() => withDataDir((dataDir) => run({ dataDir, print })))
    checks.add(name, problems)
    const verdict = problems.length === 0 ? 'clear error, later try works' : 'FAILED'
    figures[name] = verdict
    print(`${name}: ${verdict}`)
  }
  return checks.result(figures)
}
