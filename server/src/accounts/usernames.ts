/** What makes two usernames one: blanks around them and case do not count (api.md, Sessions). */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase()
}
