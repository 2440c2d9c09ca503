/** Placeholder for forbidden characters until their neighbors are known; no name contains it. */
const gap = '\uffff'

/** Names that Windows reserves for devices, with any ending, in any case. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/**
 * Returns a text as a file's or folder's name that Linux, macOS and Windows accept, of at most `maxBytes` bytes in
 * UTF-8 and `maxCharacters` UTF-16 units; empty if nothing of it is left. Removes characters that a system forbids, and
 * invisible ones. A hyphen replaces characters that separate two words, together with their spaces; the name's own
 * hyphens stay unchanged.
 */
export function safeFileName(
  text: string,
  { maxBytes = 240, maxCharacters = maxBytes }: { maxBytes?: number; maxCharacters?: number } = {},
): string {
  const allowed = text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll('"', "'")
    .replaceAll('\u00ad', '-')
    .replaceAll(gap, '')
    .replace(/[?*]+/g, '')
    .replace(/[/\\:<>|]+/g, gap)
    .replace(/\s+/g, ' ')
    .replace(/(?!\uffff)[\p{C}\ufffd]/gu, '')
    .replace(/^[.\s\uffff]+/, '')
  return shorten(withoutEnd(allowed), maxCharacters, maxBytes)
    .replace(/ \uffff ?|\uffff /g, ' - ')
    .replaceAll(gap, '-')
    .replace(device, '$1_')
}

/** Windows drops dots and blanks at the end of a name. */
function withoutEnd(name: string): string {
  let end = name.length
  while (end > 0 && /[.\s\uffff]/.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

/** Cuts between letters as people see them, so that no accent or syllable is halved. */
function shorten(text: string, characters: number, bytes: number): string {
  if (text.length <= characters && Buffer.byteLength(text) <= bytes) return text
  let short = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text.slice(0, characters + 1))) {
    const longer = short + segment
    if (longer.length > characters || Buffer.byteLength(longer) > bytes) break
    short = longer
  }
  return withoutEnd(short)
}
