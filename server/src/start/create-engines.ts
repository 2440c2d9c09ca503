import type { Db } from '@dashboard/store/database'
import type { Settings } from '@dashboard/store/settings'
import type { EngineLog, Engines } from '../workflows/engine.ts'
import { createLocalEngine } from '../workflows/local-engine.ts'

/** The engines that the settings ask for; not yet open. */
export function createEngines({
  db,
  log,
}: {
  db: Db
  settings: Settings
  log: EngineLog
}): Engines {
  const engine = createLocalEngine({ db, log })
  return { engine, importEngine: engine }
}
