/**
 * Whether a row is one of the built-in sample volunteers: no real person has such an id together with such an address.
 */
export function isSampleVolunteer({
  locustId,
  emailAddress,
}: Record<'locustId' | 'emailAddress', string | null>): boolean {
  return (
    /^L\d{5}$/.test(locustId?.trim() ?? '') &&
    /^(.*@example\.org)?$/.test(emailAddress?.trim() ?? '')
  )
}
