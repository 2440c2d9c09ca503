import type { Db } from '@dashboard/store/database'
import type { Settings } from '@dashboard/store/settings'
import type { Presence } from '../monitoring/presence.ts'
import { createWatchedGithubEngine } from '../monitoring/run-poller-engine.ts'
import type { EngineLog } from '../workflows/engine.ts'
import type { Engines } from '../workflows/engines.ts'
import { createLocalEngine } from '../workflows/local-engine.ts'

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
  const engine = createWatchedGithubEngine({ db, log, presence, github: settings.engine })
  // Whoever imports directly waits for the answer: that is done here.
  const importEngine = createLocalEngine({ db, log, onlyTold: true })
  return { engine, importEngine, githubEvents: engine.events }
}
