/** Content of a circuit's report with any number of volunteers, for the peers that draw it. */

export interface PeerVolunteer {
  congregation: string
  name: string
  contact: string[]
  /** Four time slots for each day. */
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

/** Groups the volunteers by congregation. */
export function byCongregation(volunteers: readonly PeerVolunteer[]): [string, PeerVolunteer[]][] {
  return [...Map.groupBy(volunteers, ({ congregation }) => congregation)]
}

/** Returns how many volunteers can serve, by day and time slot. */
export function countsOf(volunteers: readonly PeerVolunteer[]): number[][] {
  return peerSlots.map((_, slot) =>
    peerDays.map((_, day) => volunteers.filter(({ week }) => week[day * 4 + slot]).length),
  )
}

/** Returns who can serve when: day, time slot and names. */
export function servingTimes(volunteers: readonly PeerVolunteer[]): [string, string, string][] {
  return peerDays.flatMap((day, index) =>
    peerSlots.map((slot, at): [string, string, string] => {
      const names = volunteers.filter(({ week }) => week[index * 4 + at]).map(({ name }) => name)
      return [day, slot, names.join('; ')]
    }),
  )
}

/** Returns the filled boxes of a week as the path of a picture of 224 × 8. */
export function weekPath(week: readonly boolean[]): string {
  return week
    .map((isFilled, box) => (isFilled ? `M${box * 8} 0h7v8h-7z` : `M${box * 8 + 3} 3h1v1h-1z`))
    .join('')
}
