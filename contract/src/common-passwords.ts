/** Number of passwords checked; the list is sorted by use, most used first. */
export const commonPasswordCount = 10_000

/**
 * Whether a password is one of those that attackers try first, ignoring case. The list is loaded when it is first
 * needed, which is seldom.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Imports the list itself: the package's own entry point also unpacks dictionaries of words.
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  })
  const rank = list.default.indexOf(password.normalize('NFKC').toLowerCase())
  return rank >= 0 && rank < commonPasswordCount
}
