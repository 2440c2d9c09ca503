import { foldText, isAscii } from './fold-text.ts'

/** Fewer digits than these name no telephone. */
export const fewestPhoneDigits = 4
/** A number without its country code has at least so many. */
const fewestNationalDigits = 7
const longestCountryCode = 3

/** The digits of a text, whatever script they are written in. */
export function digitsOf(text: string): string {
  return (isAscii.test(text) ? text : foldText(text)).replaceAll(/[^0-9]/g, '')
}

/**
 * The texts of digits of which a stored number has to hold one, for a number as somebody wrote or pasted it: with the
 * country code, and without it where it has one.
 */
export function phoneVariants(written: string): string[] {
  const digits = digitsOf(written)
  if (digits.length < fewestPhoneDigits) return []
  const variants = new Set([digits])
  const national = digits.replace(/^0+/, '')
  if (national.length >= fewestNationalDigits) variants.add(national)
  const international = withoutExit(written, digits)
  if (international !== undefined) {
    for (let code = 1; code <= longestCountryCode; code += 1) {
      const rest = international.slice(code)
      if (rest.length >= fewestNationalDigits) variants.add(rest)
    }
  }
  return [...variants]
}

/** A number with a country code begins with `+`, with 00 or 011, or is a North American one of eleven digits. */
function withoutExit(written: string, digits: string): string | undefined {
  if (/^[\s(]*[+＋]/.test(written)) return digits
  const exit = /^(?:00|011)/.exec(digits)?.[0]
  if (exit !== undefined && digits.length > 10) return digits.slice(exit.length)
  return digits.length === 11 && digits.startsWith('1') ? digits : undefined
}
