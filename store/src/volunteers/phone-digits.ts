import { foldText, isAscii } from '@dashboard/contract/fold-text'

/** Fewer digits than this are not searched as a phone number. */
export const fewestPhoneDigits = 4
/** Fewest digits of a number without its country code. */
const fewestNationalDigits = 7
const maxCountryCodeDigits = 3

/** Returns the digits of a text, whatever script they are in. */
export function digitsOf(text: string): string {
  return (isAscii.test(text) ? text : foldText(text)).replaceAll(/[^0-9]/g, '')
}

/**
 * Returns the digit sequences to search for a number that somebody typed or pasted; a stored number must contain one of
 * them. There is one with the country code and, if the number has a country code, one without it.
 */
export function phoneVariants(written: string): string[] {
  const digits = digitsOf(written)
  if (digits.length < fewestPhoneDigits) return []
  const variants = new Set([digits])
  const national = digits.replace(/^0+/, '')
  if (national.length >= fewestNationalDigits) variants.add(national)
  const international = withoutExit(written, digits)
  if (international !== undefined) {
    for (let code = 1; code <= maxCountryCodeDigits; code += 1) {
      const rest = international.slice(code)
      if (rest.length >= fewestNationalDigits) variants.add(rest)
    }
  }
  return [...variants]
}

/**
 * Returns the digits after the exit prefix. A number with a country code begins with `+`, with 00 or 011, or is a North
 * American one of eleven digits.
 */
function withoutExit(written: string, digits: string): string | undefined {
  if (/^[\s(]*[+＋]/.test(written)) return digits
  const exit = /^(?:00|011)/.exec(digits)?.[0]
  if (exit !== undefined && digits.length > 10) return digits.slice(exit.length)
  return digits.length === 11 && digits.startsWith('1') ? digits : undefined
}
