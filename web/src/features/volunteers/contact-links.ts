/**
 * Returns addresses that a telephone or mail program opens; a number is dialed by its digits, with a plus at the
 * beginning if there is one.
 */
export function contactLinks(phone: string | null, email: string | null) {
  const written = (phone ?? '').replace(/(?:x|ext).*$/i, '').trim()
  const dialed = `${written.startsWith('+') ? '+' : ''}${written.replaceAll(/[^0-9]/g, '')}`
  const isNumber = /[0-9]{3}/.test(dialed)
  return {
    call: isNumber ? `tel:${dialed}` : undefined,
    text: isNumber ? `sms:${dialed}` : undefined,
    email: email?.includes('@')
      ? `mailto:${encodeURIComponent(email).replace('%40', '@')}`
      : undefined,
  }
}
