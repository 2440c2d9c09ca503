/** Digits of a phone number, with what people put between them, and an extension. */
const phoneNumber = /^\+?[\d\s()./-]+(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i
const phoneDigits = { min: 7, max: 15 }

/** Whether this is a number that nobody could call: too few or too many digits, or other words among them. */
export function isDoubtfulPhone(written: string): boolean {
  const digits = written.replace(/(?:x|ext).*$/i, '').replace(/\D/g, '').length
  return digits < phoneDigits.min || digits > phoneDigits.max || !phoneNumber.test(written)
}
