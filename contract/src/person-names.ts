import { z } from 'zod'

const nameLength = 100

/** Controls, halves of surrogate pairs and breaks of lines: no name has them. */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
/** What no font shows, so that two names which look the same could differ by it. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u
const blank = /^[\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * A name of a person or a thing: composed characters (NFC) without blanks around them, not blank, no controls.
 */
export function nameText(label: string, length = nameLength) {
  return visibleText(`${label} is required`, length).refine((name) => !controls.test(name), {
    error: `${label} must not contain control characters`,
  })
}

/** A username: like a name, and nothing invisible either, so that no two look the same by it. */
export function usernameText() {
  return visibleText('Username is required').refine(
    (name) => !controls.test(name) && !invisible.test(name),
    { error: 'Username must not contain invisible or control characters' },
  )
}

/** Text that shows something; blanks around it do not count. */
function visibleText(message: string, length = nameLength) {
  return z
    .string({ error: message })
    .normalize('NFC')
    .trim()
    .refine((text) => !blank.test(text), { error: message, abort: true })
    .max(length, `Use at most ${length} characters`)
}
