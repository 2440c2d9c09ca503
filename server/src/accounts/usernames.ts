import unhomoglyph from 'unhomoglyph'

/**
 * Returns the key by which usernames are compared: blanks around them and case do not count
 * (docs/behavior.md#sessions).
 */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase()
}

/**
 * Returns how a text looks: the skeleton of Unicode's UTS #39, without marks on letters, which are small on a screen.
 * Texts with one skeleton look alike (docs/security.md#look-alike-names).
 */
export function skeletonOf(text: string): string {
  const letters = usernameKey(text)
    .normalize('NFD')
    .replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(letters).toLowerCase()
}
