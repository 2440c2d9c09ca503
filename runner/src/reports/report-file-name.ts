import { localDay } from '@dashboard/contract/local-time'

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
      ? `Circuit ${safeName(circuit)}`
      : `Congregation ${safeName(congregation)} (${safeName(circuit)})`
  const end = ` ${localDay(generatedAt)}.pdf`
  return shorten(name, maxCharacters - end.length, maxBytes - end.length).trim() + end
}

/** Placeholder for forbidden characters until their neighbors are known; no name contains it. */
const gap = '\uffff'

/**
 * Removes characters that some system forbids in a file name, and invisible ones. A hyphen replaces characters that
 * separate two words, together with their spaces; the name's own hyphens stay unchanged.
 */
function safeName(text: string): string {
  return text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll('"', "'")
    .replaceAll('\u00ad', '-')
    .replaceAll(gap, '')
    .replace(/[?*]+/g, '')
    .replace(/[/\\:<>|]+/g, gap)
    .replace(/\s+/g, ' ')
    .replace(/(?!\uffff)[\p{C}\ufffd]/gu, '')
    .replace(/^[.\s\uffff]+|[.\s\uffff]+$/g, '')
    .replace(/ \uffff ?|\uffff /g, ' - ')
    .replaceAll(gap, '-')
}

function shorten(text: string, characters: number, bytes: number): string {
  if (text.length <= characters && Buffer.byteLength(text) <= bytes) return text
  let short = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    const longer = short + segment
    if (longer.length > characters || Buffer.byteLength(longer) > bytes) return short
    short = longer
  }
  return short
}
