/** Says in a sentence for the operator why the server cannot start. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Returns Node's code of a failed system call. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
