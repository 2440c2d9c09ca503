/** Check marks and boxes that symbol fonts draw for letters, as the characters that represent them. */
const symbols: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wingdings: { ü: '✓', û: '✗', þ: '☑', ý: '☒', x: '☒', '¨': '☐', o: '☐' },
  'wingdings 2': { P: '✓', O: '✗', R: '☑', S: '☒', '£': '☐' },
  webdings: { a: '✓', r: '✗', c: '☐' },
}

/** Returns the mark that a cell shows in a symbol font; any other text unchanged. */
export function showSymbol(text: string, font: string | undefined): string {
  const ofFont = font === undefined ? undefined : symbols[font.toLowerCase()]
  if (ofFont === undefined) return text
  // Some programs write these letters in an area of Unicode of their own.
  const letter = text
    .trim()
    .replace(/^[\uF020-\uF0FF]$/, (own) => String.fromCharCode(own.charCodeAt(0) - 0xf000))
  return ofFont[letter] ?? text
}
