import type { Db } from '@dashboard/store/database/open-database'
import type { Settings } from '@dashboard/store/settings'
import { describeRunSettings } from '@dashboard/store/settings-comparison'
import { readAutoSyncSince, readPollIntervalMs } from '../monitoring/monitoring-service.ts'
import type { Presence } from '../monitoring/presence.ts'
import type { EngineLog } from '../workflows/engine.ts'
import { createGithubFeature } from '../workflows/github/github-feature.ts'
import { createLocalEngine } from '../workflows/local-engine.ts'
import type { Engines } from './engines.ts'

interface Options {
  db: Db
  settings: Settings
  presence: Presence
  log: EngineLog
}

/** The engines that the settings ask for; not yet open. */
export function createEngines({ db, settings, presence, log }: Options): Engines {
  if (settings.engine.kind === 'local') {
    const engine = createLocalEngine({ db, log })
    return { engine, importEngine: engine }
  }
  const engine = createGithubFeature({
    ...{ db, log, github: settings.engine },
    expects: JSON.stringify(describeRunSettings(settings)),
    readAutoSyncSince: () => readAutoSyncSince(db),
    readPollIntervalMs: () => readPollIntervalMs(db, presence),
  })
  // Whoever imports directly waits for the answer: that is done here.
  const importEngine = createLocalEngine({ db, log, onlyAssigned: true })
  const { webhookEvents, settingsCheck } = engine
  return { engine, importEngine, webhookEvents, settingsCheck }
}
