/** Digits of a phone number, with the usual characters between them, and an extension. */
const phoneNumber = /^\+?[\d\s()./-]+(?:(?:x|ext\.?)\s*\d{1,6})?$/i
const phoneDigits = { min: 7, max: 15 }

/** Whether nobody could call this number: it has too few or too many digits, or contains words. */
export function isDoubtfulPhone(written: string): boolean {
  const digits = written.replace(/(?:x|ext).*$/is, '').replace(/\D/g, '').length
  return digits < phoneDigits.min || digits > phoneDigits.max || !phoneNumber.test(written)
}
