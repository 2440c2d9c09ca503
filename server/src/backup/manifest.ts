import { parseJson } from '@dashboard/store/outside/parse-json'
import { z } from 'zod'

/** The names of an archive's entries (docs/backup.md#what-is-in-it). */
export const archiveNames = {
  manifest: 'manifest.json',
  database: 'database.sqlite',
  files: 'files/',
  sheet: 'sheet/',
} as const

const count = z.number().int().min(0)

const ArchiveEntry = z.object({
  name: z.string(),
  /** In bytes. */
  size: count,
  sha256: z.string(),
})
export type ArchiveEntry = z.infer<typeof ArchiveEntry>

/** The last entry of an archive: what the backup contains, and a checksum of each entry before. */
const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  madeAt: z.string(),
  /** The kind of database that was backed up; the archive holds the rows as SQLite in any case. */
  database: z.enum(['sqlite', 'postgres']),
  /** The migrations that the database has had, oldest first. */
  schema: z.array(z.string()),
  rows: z.record(z.string(), count),
  /** `left-out`: made before an upgrade, which changes no files. */
  files: z.enum(['included', 'left-out']),
  /** Files that reports name, but that were already missing in the storage. */
  missing: z.array(z.string()),
  /** The variables that are set; a secret is listed only as set. */
  settings: z.record(z.string(), z.string()),
  entries: z.array(ArchiveEntry),
})
export type Manifest = z.infer<typeof Manifest>

export function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Reads the text of `writeManifest`; returns `undefined` when it is not one. */
export function readManifest(text: string): Manifest | undefined {
  return Manifest.safeParse(parseJson(text)).data
}
