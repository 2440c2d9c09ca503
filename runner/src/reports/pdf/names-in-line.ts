/** Scripts that break anywhere or run to the left: such a name stands in a box of its own among others. */
const needsBox =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Names one after another, `°` behind those who are not trained. Those that need no box are joined to few texts,
 * which are drawn quicker.
 */
export function namesInLine(
  volunteers: { name: string; trained: boolean }[],
): { text: string; own: boolean }[] {
  const parts: { text: string; own: boolean }[] = []
  for (const [index, { name, trained }] of volunteers.entries()) {
    const isLast = index === volunteers.length - 1
    const marked = trained ? name : `${name}°`
    const after = isLast ? '' : '\u00a0· '
    const own = needsBox.test(name)
    if (own) parts.push({ text: marked, own })
    const text = own ? after : keptOnLine(marked) + after
    const last = parts.at(-1)
    if (last && !last.own) last.text += text
    else if (text !== '') parts.push({ text, own: false })
  }
  return parts
}

/** A name that a line of names does not break; a very long one must. */
function keptOnLine(name: string): string {
  return name.length > 40 ? name : name.replaceAll(' ', '\u00a0')
}
