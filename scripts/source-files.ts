import { existsSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFile {
  path: string
  stats: Stats
}

/** Returns the files at and below the existing paths, without tests. */
export function sourceFiles(paths: readonly string[]): SourceFile[] {
  return paths.filter(existsSync).flatMap((path) => {
    const stats = statSync(path)
    if (!stats.isDirectory()) return [{ path, stats }]
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ path: file, stats: statSync(file) }))
  })
}
