import { days } from '@dashboard/contract/days'
import { columnsOf } from '@dashboard/contract/sheet-columns'
import type { Db } from '@dashboard/store/database/open-database'

/** Compares the cells of a sheet with what the database has of the person. */

const clean = (text: string) =>
  text
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .normalize('NFC')
    .trim()
export const line = (text: string) =>
  clean(text)
    .replace(/\s+/g, ' ')
    .replace(/[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g, '')
    .replace(/[\u2010\u2011]/g, '-')
    .trim()
const parts = (text: string, separator = ';') =>
  text
    .split(separator)
    .map(line)
    .filter((part) => part !== '')
export const key = (text: string) => line(text).toLowerCase()
const saysNo = /^(?:no|n\.?\/?a\.?|none|never|off|out|0|false|f|n|[^\p{L}\p{N}]*)$/iu
const saysNone = /^(?:none|nil|null|no|n\.?\/?a\.?|нет|[-‐-―./_\s]*)$/iu
const yesWords =
  'yes|y|yep|yeah|yup|true|t|on|-?1|x|checked|ok|ja|j|sí|si|s|sim|oui|tak|opo|pwede|done|active|[✓✔√☑*+]+'
const noWords = 'no|n|non|nao|não|nein|nie|nah|nope|never|none|n/a|n\\.a\\.|off|f|false|0|[-—]+'
const yes = new RegExp(`^(?:${yesWords})$`, 'iu')
const plainYes = new RegExp(`^(?:${yesWords})(?![\\p{L}\\p{N}])`, 'iu')
const plainNo = new RegExp(`^(?:${noWords})$`, 'iu')
/** A word without the signs around it, which do not change what it means. */
const bare = (text: string) =>
  text.normalize('NFKC').replace(/^[^\p{L}\p{N}]+(?=.)|(?<=.)[^\p{L}\p{N}]+$/gu, '')
const all = ['morning', 'afternoon', 'evening']
/** Texts below a day that stand for other time slots. */
const meantSlots: Readonly<Record<string, readonly string[]>> = {
  am: ['morning'],
  pm: ['afternoon'],
  eve: ['evening'],
  aft: ['afternoon'],
  'evenings only': ['evening'],
  '24/7': all,
  any: all,
  all,
}

export async function readPerson(db: Db, by: 'locustId' | 'lastName', value: string) {
  const found = await db
    .selectFrom('volunteers')
    .innerJoin('congregations', 'congregations.id', 'volunteers.congregationId')
    .selectAll('volunteers')
    .select(['congregations.language', 'congregations.city as congregationCity'])
    .where(by, '=', value)
    .executeTakeFirst()
  if (!found) return undefined
  const { id } = found
  const slots = await db
    .selectFrom('availability_schedules')
    .selectAll()
    .where('volunteerId', '=', id)
    .execute()
  const carts = await db
    .selectFrom('volunteer_cart_assignments')
    .innerJoin('cart_locations', 'cart_locations.id', 'locationId')
    .select(['name', 'category'])
    .where('volunteerId', '=', id)
    .execute()
  const appointments = await db
    .selectFrom('appointments')
    .select(['title as name', 'category'])
    .where('volunteerId', '=', id)
    .execute()
  const contacts = await db
    .selectFrom('emergency_contacts')
    .selectAll()
    .where('volunteerId', '=', id)
    .execute()
  return { found, slots, carts, appointments, contacts }
}

export type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>

/** Whether what a cell says is what the database has. */
export function isStored(column: string, text: string, person: Person): boolean {
  const { found, slots, carts, appointments, contacts } = person
  const own = (...kinds: readonly string[]) =>
    Object.fromEntries(
      columnsOf('volunteer')
        .filter(({ reads }) => kinds.includes(reads))
        .map(({ title, field }) => [title, found[field]]),
    )
  const fields: Record<string, string | number | null> = {
    ...own('line', 'optional', 'email'),
    Language: found.language,
    'Congregation City': found.congregationCity,
  }
  const flags = own('flag')
  const counts = own('integer')
  const texts = own('text')
  const isContact = column.startsWith('Emergency') || /Phone$|^Email/.test(column)
  const isBlank = line(text) === '' || (isContact && saysNone.test(line(text)))
  // Another row may say it of the same congregation.
  if (isBlank && (column === 'Language' || column === 'Congregation City')) return true
  if (column in fields) return (fields[column] ?? '') === (isBlank ? '' : line(text))
  const phone = line(text)
    .replace(/\.0$/, '')
    .replace(/[０-９]/g, (wide) => wide.normalize('NFKC'))
  if (column === 'Mobile Phone') return (found.mobilePhone ?? '') === (isBlank ? '' : phone)
  if (column in texts) return (texts[column] ?? '') === clean(text)
  if (column === 'Tags')
    return (
      (found.tags ?? '')
        .split(', ')
        .filter((tag) => tag)
        .map(key)
        .join() === [...new Set(parts(text.replaceAll(',', ';')).map(key))].join()
    )
  if (column in flags)
    return flags[column] === 1
      ? plainYes.test(line(text).normalize('NFKC')) || plainYes.test(bare(line(text)))
      : isBlank || plainNo.test(line(text).normalize('NFKC')) || plainNo.test(bare(line(text)))
  if (column in counts) {
    const count = counts[column]
    return count === null || count === undefined
      ? isBlank
      : Number(line(text).normalize('NFKC')) === count
  }
  if (days.some((day) => day === column)) {
    const stored = new Set(
      slots.filter(({ dayOfWeek }) => dayOfWeek === column).map(({ timeSlot }) => key(timeSlot)),
    )
    const isMeant = (part: string) =>
      (yes.test(part.normalize('NFKC')) || yes.test(bare(part))
        ? all
        : (meantSlots[key(part).normalize('NFKC')] ?? [part])
      ).every((slot) => stored.has(key(slot)))
    return parts(text.replace('\n', ';')).every(
      (part) => saysNo.test(part.normalize('NFKC')) || saysNo.test(bare(part)) || isMeant(part),
    )
  }
  if (column === 'Cart Locations' || column === 'Appointments') {
    const stored = (column === 'Appointments' ? appointments : carts).flatMap(
      ({ name, category }) => [key(name), key(`${name} (${category})`)],
    )
    return parts(text).every((part) => stored.includes(key(part)))
  }
  const isPrimary = column.includes(' 2 ') ? 0 : 1
  const contact = contacts.find((each) => each.isPrimary === isPrimary)
  if (isBlank) return true
  if (column.endsWith('Name')) return (contact?.name ?? '') === line(text)
  if (column.endsWith('Phone')) return (contact?.phone ?? '') === phone
  if (column.endsWith('Email')) return (contact?.email ?? '') === line(text)
  if (column.endsWith('Relationship')) return (contact?.relationship ?? '') === line(text)
  return (contact?.notes ?? '') === clean(text)
}
