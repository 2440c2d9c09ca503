import { readdirSync } from 'node:fs'

/** The names of the suites in a folder of the browser specs, in order: each is a file that can be run by itself. */
export function listSuites(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}
