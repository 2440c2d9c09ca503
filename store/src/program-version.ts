import { readFileSync } from 'node:fs'
import { z } from 'zod'

export function readProgramVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** Returns the commit of the sources that the build recorded; 'unknown' where there was none or nothing was built. */
export function readProgramCommit(): string {
  try {
    return readFileSync(new URL('../../dist/commit', import.meta.url), 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
