/** Digits of a phone number, with the usual characters between them, and an extension. */
const phoneNumber = /^\+?[\d\s()./-]+(?:(?:x|ext\.?)\s*\d{1,6})?$/i
const phoneDigits = { min: 7, max: 15 }
/** '555-0101 / 555-0102' */
const twoNumbers = /\d{3}[-. ]?\d{4}[\s/]+\d{3}[-. ]?\d{4}/
/** '917-555-0101/02': the second number has other last digits. */
const otherEnding = /\d{3}[-. ]?\d{4} ?\/ ?\d{1,4}$/

/** '12/25/2020', '2020-12-25', and one digit again and again: '000-000-0000'. */
const noNumber =
  /^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$|^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$|^\D*(\d)(?:\D*\1)*\D*$/

/** Whether nobody could call this number: it has too few or too many digits, contains words, or is two numbers. */
export function isDoubtfulPhone(written: string): boolean {
  return (
    countDigits(withoutExtension(written)) < phoneDigits.min ||
    !phoneNumber.test(written) ||
    noNumber.test(written) ||
    holdsTwoNumbers(written)
  )
}

/** Whether a text is more than one phone number, so that all its digits together are not a number. */
export function holdsTwoNumbers(written: string): boolean {
  const plain = withoutExtension(written)
  const areSeveral = (separator: RegExp, fewest: number) =>
    plain.split(separator).filter((part) => countDigits(part) >= fewest).length > 1
  // A slash may also stand behind the area code: '012345/678901'.
  return (
    areSeveral(/[;,|&\n]|\p{L}+/u, phoneDigits.min - 1) ||
    areSeveral(/\//, phoneDigits.min) ||
    countDigits(plain) > phoneDigits.max ||
    twoNumbers.test(written) ||
    otherEnding.test(written)
  )
}

function withoutExtension(written: string): string {
  return written.replace(/(?:x|ext).*$/is, '')
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length
}
