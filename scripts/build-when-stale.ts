import { fileURLToPath } from 'node:url'
import { buildProgramsWhenStale } from './program-build.ts'
import { storeProgramCommit } from './program-commit.ts'
import { buildWebWhenStale } from './web-build.ts'

/** Builds the web app and the programs, each unless its build is newer than its sources. */
export async function buildWhenStale(): Promise<void> {
  buildWebWhenStale()
  await buildProgramsWhenStale()
  storeProgramCommit(fileURLToPath(new URL('..', import.meta.url)))
}
