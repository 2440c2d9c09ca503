/**
 * Whether a row is one of the built-in sample volunteers: no real person has such an id together with such an address.
 */
export function isSampleVolunteer({ locustId, email }: { locustId: string; email: string }) {
  return /^L\d{5}$/.test(locustId.trim()) && /^(.*@example\.org)?$/.test(email.trim())
}
