const xmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '_x000D_',
}

/** Text for a workbook's XML; characters that it cannot hold are left out. */
export function encodeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (control) => ('\t\n\r'.includes(control) ? control : ''))
    .replace(/[&<>\r]/g, (character) => xmlEntities[character] ?? '')
}

/** Text for an attribute in a workbook's XML. */
export function encodeAttribute(text: string): string {
  return encodeText(text).replaceAll('"', '&quot;')
}
