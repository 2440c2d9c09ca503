/** Returns the code that Node, PostgreSQL or a library has given an error; empty where there is none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
