import { localDay } from '@dashboard/contract/local-time'
import { safeFileName } from '@dashboard/store/files/file-name'

const maxCharacters = 120
/** Most file systems take at most 255 bytes. */
const maxBytes = 240

/**
 * Returns a readable file name that every system accepts: `Circuit NJ 07, North 2026-11-20.pdf`, `Congregation East (NJ
 * 07, North) 2026-11-20.pdf`. The day is that of the display time zone.
 */
export function reportFileName(
  circuit: string,
  congregation: string | null,
  generatedAt: string,
): string {
  const name =
    congregation === null
      ? `Circuit ${safeFileName(circuit)}`
      : `Congregation ${safeFileName(congregation)} (${safeFileName(circuit)})`
  const end = ` ${localDay(generatedAt)}.pdf`
  const limits = { maxCharacters: maxCharacters - end.length, maxBytes: maxBytes - end.length }
  return safeFileName(name, limits) + end
}
