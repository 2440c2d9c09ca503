import type { Db } from '@dashboard/store/database/open-database'
import { saveExpectedSettings } from '@dashboard/store/github/expected-settings'
import type { Settings } from '@dashboard/store/settings/settings'
import { describeRunSettings } from '@dashboard/store/settings/settings-comparison'
import type { Engines } from '../engines/engines.ts'
import type { EngineLog } from '../engines/job-engine.ts'
import { LocalEngine } from '../engines/local/local-engine.ts'
import { readPollIntervalMs } from '../monitoring/monitoring-service.ts'

/** Creates the engines that the settings ask for; they are not open yet. */
type CreateEngines = (log: EngineLog) => Engines

/** Loads what the engines of the settings need: Octokit only where jobs run on GitHub. */
export async function loadEngines(db: Db, settings: Settings): Promise<CreateEngines> {
  const { engine: github, jobsAtOnce } = settings
  if (github.kind === 'local') {
    return (log) => {
      const engine = new LocalEngine({ db, log, jobsAtOnce })
      return { engine, importEngine: engine }
    }
  }
  await saveExpectedSettings(db, describeRunSettings(settings))
  const { GithubEngine } = await import('../engines/github/github-engine.ts')
  return (log) => {
    const engine = new GithubEngine({
      db,
      log,
      github,
      readPollIntervalMs: () => readPollIntervalMs(db),
    })
    // A user who imports directly waits for the answer, so such imports run on this machine.
    const importEngine = new LocalEngine({ db, log, jobsAtOnce, onlyAssigned: true })
    return { engine, importEngine, github: engine }
  }
}
