/**
 * What makes two usernames one: blanks around them and case do not count
 * (docs/behavior.md#sessions).
 */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase()
}
