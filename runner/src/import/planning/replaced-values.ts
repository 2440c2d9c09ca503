import { foldName } from '@dashboard/contract/fold-text'
import type { ReplacedKind, ValueReplacement } from '@dashboard/contract/imports'
import type { Db } from '@dashboard/store/database/open-database'
import { phoneKey } from '@dashboard/store/volunteers/same-person'
import type { KnownVolunteer } from '../matching/existing-data.ts'
import { countStored, isMost, mayBeMost, ownedBy } from './column-guard.ts'
import type { DescribedVolunteer } from './describe-change.ts'

/**
 * Detects sheets that would give most volunteers another name, phone number, e-mail address or emergency contact
 * (docs/imports.md#the-guard).
 */

/** Number of volunteers who stay and whose value becomes another, by kind. */
export type Replacements = ReadonlyMap<ReplacedKind, number>

/** Returns the kinds of values that a volunteer has before and after an import, and that are not the same. */
export function replacedKinds(
  before: DescribedVolunteer,
  after: DescribedVolunteer,
): ReplacedKind[] {
  const kinds: ReplacedKind[] = []
  const nameOf = ({ row }: DescribedVolunteer) => `${row.firstName} ${row.lastName}`
  if (isAnother(nameOf(before), nameOf(after))) kinds.push('name')
  if (isAnother(before.row.mobilePhone, after.row.mobilePhone, phoneKey)) kinds.push('phone')
  if (isAnother(before.row.emailAddress, after.row.emailAddress)) kinds.push('email')
  const [one, other] = [contactsOf(before), contactsOf(after)]
  const isContactAnother = [...one].some(([key, value]) =>
    isAnother(value, other.get(key) ?? null, key.endsWith('phone') ? phoneKey : plain),
  )
  if (isContactAnother) kinds.push('contact')
  return kinds
}

/** Returns the names and contact details of the emergency contacts, by contact and column. */
function contactsOf({ details }: DescribedVolunteer): Map<string, string | null> {
  const contacts = details.flat().filter(({ isPrimary }) => isPrimary !== undefined)
  return new Map(
    contacts.flatMap(({ isPrimary, ...values }) =>
      ['name', 'phone', 'email'].map((column) => [
        `${isPrimary} ${column}`,
        values[column] == null ? null : String(values[column]),
      ]),
    ),
  )
}

function isAnother(before: string | null, after: string | null, keyOf = plain): boolean {
  return before !== null && after !== null && before !== after && keyOf(before) !== keyOf(after)
}

/** Returns a name or address as it is compared, without blanks and punctuation, too. */
function plain(text: string): string {
  return foldName(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
}

const storedAs: Record<ReplacedKind, ReturnType<typeof ownedBy>> = {
  name: ownedBy('volunteers'),
  phone: ownedBy('volunteers', 'mobilePhone'),
  email: ownedBy('volunteers', 'emailAddress'),
  contact: ownedBy('emergency_contacts'),
}

/** Returns the kinds of which more than half of the values would become another. */
export async function findReplacements(
  db: Db,
  known: readonly KnownVolunteer[],
  replacements: Replacements,
): Promise<ValueReplacement[]> {
  const leaving = known.filter(({ isMatched }) => !isMatched).map(({ id }) => id)
  const found: ValueReplacement[] = []
  for (const [kind, replaced] of replacements) {
    if (!mayBeMost(replaced)) continue
    const count = await countStored(db, storedAs[kind], leaving)
    if (isMost(replaced, count)) found.push({ kind, replaced, values: count.staying })
  }
  return found.sort((one, other) => other.replaced - one.replaced)
}
