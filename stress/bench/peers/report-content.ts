/** What a report of a circuit shows, for the programs that draw it otherwise: of so many volunteers. */

export interface PeerVolunteer {
  congregation: string
  name: string
  contact: string[]
  /** Four time slots of each day. */
  week: boolean[]
  limit: string
  cartLocations: string
}

export const peerDays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
export const peerSlots = ['Morning', 'Afternoon', 'Evening', '14:00-16:00']
const congregations = 10

export function peerVolunteers(count: number): PeerVolunteer[] {
  return Array.from({ length: count }, (_, index) => ({
    congregation: `Congregation ${1 + Math.floor((index * congregations) / count)}`,
    name: `Last${index % 997}, First${index}`,
    contact: [
      `+1 212 555 ${String(index % 10_000).padStart(4, '0')}`,
      `person${index}@example.org`,
    ],
    week: Array.from({ length: 28 }, (_, box) => (box + index) % 9 === 0),
    limit: `${1 + (index % 4)} a week`,
    cartLocations: `Main St ${index % 25} · Pier ${index % 40}`,
  }))
}

/** The volunteers of each congregation. */
export function byCongregation(volunteers: readonly PeerVolunteer[]): [string, PeerVolunteer[]][] {
  return [...Map.groupBy(volunteers, ({ congregation }) => congregation)]
}

/** How many can serve, by day and time slot. */
export function countsOf(volunteers: readonly PeerVolunteer[]): number[][] {
  return peerSlots.map((_, slot) =>
    peerDays.map((_, day) => volunteers.filter(({ week }) => week[day * 4 + slot]).length),
  )
}

/** Who can serve when: day, time slot and names. */
export function servingTimes(volunteers: readonly PeerVolunteer[]): [string, string, string][] {
  return peerDays.flatMap((day, index) =>
    peerSlots.map((slot, at): [string, string, string] => {
      const names = volunteers.filter(({ week }) => week[index * 4 + at]).map(({ name }) => name)
      return [day, slot, names.join('; ')]
    }),
  )
}

/** The filled boxes of a week as the path of a picture of 224 × 8. */
export function weekPath(week: readonly boolean[]): string {
  return week
    .map((isFilled, box) => (isFilled ? `M${box * 8} 0h7v8h-7z` : `M${box * 8 + 3} 3h1v1h-1z`))
    .join('')
}
