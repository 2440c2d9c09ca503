const space = 1
const startsName = 2
const inName = 4

/** What each byte of UTF-8 may be. Names in workbooks are of ASCII letters only. */
const kinds = new Uint8Array(256)
for (let code = 0; code < 128; code += 1) {
  const character = String.fromCharCode(code)
  if (/\s/.test(character)) kinds[code] = space
  if (/[\d:.\w-]/.test(character)) kinds[code] = inName
  if (/[A-Za-z_:]/.test(character)) kinds[code] = inName | startsName
}

// Behind the end of the bytes there is `undefined`, which is no kind.
function isKind(byte: number | undefined, kind: number): boolean {
  return byte !== undefined && ((kinds[byte] ?? 0) & kind) !== 0
}

export const isSpace = (byte: number | undefined): boolean => isKind(byte, space)
export const startsXmlName = (byte: number | undefined): boolean => isKind(byte, startsName)
export const isInXmlName = (byte: number | undefined): boolean => isKind(byte, inName)
