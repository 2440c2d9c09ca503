import { localDay } from '@dashboard/contract/local-time'

const maxCharacters = 120
/** Most file systems take at most 255 bytes. */
const maxBytes = 240

/**
 * A readable file name that every system accepts:
 * `Circuit NJ 07, North 2026-11-20.pdf`, `Congregation East (NJ 07, North) 2026-11-20.pdf`.
 * The day is that of the display time zone.
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

/** Stands for what some system forbids until it is known what is around it; no name holds it. */
const gap = '\uffff'

/**
 * Without what some system forbids in a file name, and without what shows nothing. A hyphen takes the place of
 * what parts two words, with the spaces that were there; the name's own hyphens stay as they are.
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
