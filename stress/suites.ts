import { readdirSync } from 'node:fs'

/** Returns the names of the suites in a folder, in order: each is a file that can be run by itself. */
export function listSuites(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}
