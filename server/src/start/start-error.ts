/** Why the server cannot start, in a sentence for whoever starts it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Node's code of a failed system call. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
