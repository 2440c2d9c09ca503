/** Whether a username has characters outside ASCII, which may look like others (docs/security.md#look-alike-names). */
export function isUnusual(username: string): boolean {
  return /[^\x20-\x7e]/.test(username)
}
