/** How many of the list count, which begins with the most used. */
export const commonest = 10_000

/**
 * Whether a password is one of those that are tried first, in whatever case. The list is read when it is first needed,
 * which is seldom.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  // The list itself: the package's own entry point also unpacks dictionaries of words.
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  })
  const place = list.default.indexOf(password.normalize('NFKC').toLowerCase())
  return place >= 0 && place < commonest
}
