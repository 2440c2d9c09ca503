/** Digits of a phone number, with the usual characters between them, and an extension. */
const phoneNumber = /^\+?[\d\s()./-]+(?:(?:x|ext\.?)\s*\d{1,6})?$/i
const phoneDigits = { min: 7, max: 15 }
/** '555-0101 / 555-0102' */
const twoNumbers = /\d{3}[-. ]?\d{4}[\s/]+\d{3}[-. ]?\d{4}/

/** Whether nobody could call this number: it has too few or too many digits, contains words, or is two numbers. */
export function isDoubtfulPhone(written: string): boolean {
  const digits = written.replace(/(?:x|ext).*$/is, '').replace(/\D/g, '').length
  return (
    digits < phoneDigits.min ||
    digits > phoneDigits.max ||
    !phoneNumber.test(written) ||
    twoNumbers.test(written)
  )
}
