const namedCircuits = 3

/** Returns 'NY-1, NY-2 and 3 more', or 'All'. */
export function circuitsText(circuits: readonly string[] | null): string {
  if (circuits === null) return 'All'
  const named = circuits.slice(0, namedCircuits)
  const more = circuits.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

export function fullName(user: { firstName: string; lastName: string }): string {
  return `${user.firstName} ${user.lastName}`
}

/** Returns the first letters of first and last name, for the avatar. */
export function initials(user: { firstName: string; lastName: string }): string {
  return [user.firstName, user.lastName]
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase()
}
