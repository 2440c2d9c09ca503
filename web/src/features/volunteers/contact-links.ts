import { onlyAddress } from '@dashboard/contract/email-address'
import { holdsTwoNumbers } from '@dashboard/contract/phone-number'

/**
 * Returns addresses that a telephone or mail program opens; a number is dialed by its digits, with a plus at the
 * beginning if there is one. Two numbers or addresses in one text have none: nobody knows which is meant.
 */
export function contactLinks(phone: string | null, email: string | null) {
  const written = (phone ?? '').replace(/(?:x|ext).*$/i, '').trim()
  const dialed = `${written.startsWith('+') ? '+' : ''}${written.replaceAll(/[^0-9]/g, '')}`
  const isNumber = /[0-9]{3}/.test(dialed) && !holdsTwoNumbers(phone ?? '')
  const address = onlyAddress(email ?? '')
  return {
    call: isNumber ? `tel:${dialed}` : undefined,
    text: isNumber ? `sms:${dialed}` : undefined,
    email: address && `mailto:${encodeURIComponent(address).replace('%40', '@')}`,
  }
}
