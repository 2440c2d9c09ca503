import type { Db } from '@dashboard/store/database/open-database'
import type { Settings } from '@dashboard/store/settings'
import { describeRunSettings } from '@dashboard/store/settings-comparison'
import { readAutoSyncSince, readPollIntervalMs } from '../monitoring/monitoring-service.ts'
import type { Presence } from '../monitoring/presence.ts'
import type { EngineLog } from '../workflows/engine.ts'
import { createLocalEngine } from '../workflows/local-engine.ts'
import type { Engines } from './engines.ts'

/** Makes the engines that the settings ask for; they are not yet open. */
type CreateEngines = (watch: { presence: Presence; log: EngineLog }) => Engines

/** Loads what the engines of the settings need: Octokit only where jobs run on GitHub. */
export async function loadEngines(db: Db, settings: Settings): Promise<CreateEngines> {
  const { engine: github } = settings
  if (github.kind === 'local') {
    return ({ log }) => {
      const engine = createLocalEngine({ db, log })
      return { engine, importEngine: engine }
    }
  }
  const { createGithubFeature } = await import('../workflows/github/github-feature.ts')
  return ({ presence, log }) => {
    const engine = createGithubFeature({
      db,
      log,
      github,
      expects: JSON.stringify(describeRunSettings(settings)),
      readAutoSyncSince: () => readAutoSyncSince(db),
      readPollIntervalMs: () => readPollIntervalMs(db, presence),
    })
    // Whoever imports directly waits for the answer: that is done here.
    const importEngine = createLocalEngine({ db, log, onlyAssigned: true })
    return {
      engine,
      importEngine,
      webhookEvents: engine.webhookEvents,
      settingsCheck: engine.settingsCheck,
      readGithubRequestsLeft: engine.readRequestsLeft,
      readGithubPause: engine.readPause,
    }
  }
}
