/**
 * Returns the header that names a download, in plain and in UTF-8 form (RFC 6266): Node refuses line breaks and most
 * scripts in a header's plain text.
 */
export function attachment(filename: string, disposition: 'attachment' | 'inline' = 'attachment') {
  const plain = filename.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
