/** The longest text that Excel accepts in a cell. */
export const maxCellLength = 32_767

const xmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '_x000D_',
}

/** Returns text escaped for a workbook's XML, without the characters that XML cannot contain. */
export function encodeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (control) => ('\t\n\r'.includes(control) ? control : ''))
    .replace(/[&<>\r]/g, (character) => xmlEntities[character] ?? '')
}

export function encodeAttribute(text: string): string {
  return encodeText(text).replaceAll('"', '&quot;')
}
