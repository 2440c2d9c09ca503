import unhomoglyph from 'unhomoglyph'

/**
 * Returns the key by which usernames are compared: blanks around them and case do not count
 * (docs/accounts.md#sessions).
 */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase()
}

/**
 * Returns how a text looks: the skeletons of Unicode's UTS #39, without marks on letters, which are small on a screen.
 * Both as written and in lower case, since the Cyrillic В looks like a B, but its small letter not like a b. Texts that
 * share a form look alike (docs/security.md#look-alike-names).
 */
export function skeletonsOf(text: string): Set<string> {
  const letters = text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  return new Set([letters, letters.toLowerCase()].map((each) => unhomoglyph(each).toLowerCase()))
}
