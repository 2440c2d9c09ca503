import { z } from 'zod'

const nameLength = 100

/** Control characters, halves of surrogate pairs and line breaks: no name has them. */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
/** Characters that no font shows; two names that look the same could differ in them. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
const blank = /^[\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * Returns the schema for a name of a person or a thing: composed characters (NFC), trimmed, not blank, without control
 * characters.
 */
export function nameText(label: string, length = nameLength) {
  return visibleText(`${label} is required`, length).refine((name) => !controls.test(name), {
    error: `${label} must not contain control characters`,
  })
}

/**
 * Returns the schema for a username: a name without invisible characters, so that two usernames cannot look the same by
 * them.
 */
export function usernameText() {
  return visibleText('Username is required').refine(
    (name) => !controls.test(name) && !invisible.test(name),
    { error: 'Username must not contain invisible or control characters' },
  )
}

/** Returns the schema for text with at least one visible character; surrounding blanks are trimmed. */
function visibleText(message: string, length = nameLength) {
  return z
    .string({ error: message })
    .normalize('NFC')
    .trim()
    .refine((text) => !blank.test(text), { error: message, abort: true })
    .max(length, `Use at most ${length} characters`)
}
