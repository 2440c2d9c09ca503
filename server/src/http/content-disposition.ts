import { localDay } from '@dashboard/contract/local-time'
import { productShortName } from '@dashboard/contract/product-name'

/** Returns the name of a file to download: 'SMPW-Audit-Log-2026-11-20.csv'; of today unless a day is given. */
export function downloadName(what: string, ending: string, day = localDay(Date.now())): string {
  return `${productShortName}-${what}-${day}.${ending}`
}

/**
 * Returns the header that names a download, in plain and in UTF-8 form (RFC 6266): Node refuses line breaks and most
 * scripts in a header's plain text.
 */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
