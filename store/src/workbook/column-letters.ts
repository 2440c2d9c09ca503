/** Returns the letters of a column, counted from 1: 1 is `A`, 26 is `Z`, 27 is `AA`. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + ((column - 1) % 26))
  return column > 26 ? columnLetters(Math.floor((column - 1) / 26)) + last : last
}

/** Returns the column, counted from 1, of an address such as `AB12` (28); `undefined` without letters. */
export function columnNumber(address: string): number | undefined {
  let number = 0
  for (let index = 0; index < address.length; index++) {
    const code = address.charCodeAt(index)
    if (code < 65 || code > 90) break
    number = number * 26 + code - 64
  }
  return number || undefined
}
