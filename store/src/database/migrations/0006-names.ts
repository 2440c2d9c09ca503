import { sql } from 'kysely'
import type { Schema } from './table-parts.ts'

/** Characters that names may no longer contain, and those that usernames may not. */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

interface NamesRow {
  id: string
  username: string
  usernameKey: string
  firstName: string
  lastName: string
}

/**
 * Composes the characters of names and removes invisible ones. A username that is then taken or empty gets a number.
 * Prints which usernames have changed, since people sign in with them.
 */
export async function up(db: Schema): Promise<void> {
  const { rows } = await sql<NamesRow>`
    select "id", "username", "usernameKey", "firstName", "lastName" from "users"
    order by "createdAt", "id"`.execute(db)
  const mended = rows.map(mend)
  const isSame = (row: NamesRow, index: number) => rows[index]?.usernameKey === row.usernameKey
  // A user whose username stays valid keeps it; others get a number.
  const taken = new Set(mended.filter(isSame).map(({ usernameKey }) => usernameKey))
  for (const [index, before] of rows.entries()) {
    const row = mended[index] ?? before
    if (row.usernameKey !== before.usernameKey) {
      row.username = freeName(row.username, taken)
      row.usernameKey = keyOf(row.username)
      taken.add(row.usernameKey)
    }
    if (JSON.stringify(row) === JSON.stringify(before)) continue
    await sql`update "users" set "username" = ${row.username}, "usernameKey" = ${row.usernameKey},
      "firstName" = ${row.firstName}, "lastName" = ${row.lastName} where "id" = ${row.id}`.execute(
      db,
    )
    if (row.username !== before.username) announce(row)
  }
}

function mend(row: NamesRow): NamesRow {
  const username = tidy(row.username.replaceAll(invisible, '')) || 'user'
  return {
    id: row.id,
    username,
    usernameKey: keyOf(username),
    firstName: tidy(row.firstName) || 'Unnamed',
    lastName: tidy(row.lastName) || 'Unnamed',
  }
}

function tidy(text: string): string {
  return text.replaceAll(controls, '').normalize('NFC').trim()
}

function keyOf(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase()
}

function freeName(username: string, taken: ReadonlySet<string>): string {
  let name = username
  for (let number = 2; taken.has(keyOf(name)); number += 1) name = `${username}-${number}`
  return name
}

function announce({ id, username }: NamesRow): void {
  process.stderr.write(
    `The username of user ${id} held characters that cannot be seen; it is now "${username}".\n`,
  )
}
