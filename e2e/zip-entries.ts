import { unzipSync } from 'fflate'

/** Returns the names of the entries of a zip, all of which can be read. */
export function entryNames(zip: Uint8Array): string[] {
  return Object.keys(unzipSync(zip))
}
