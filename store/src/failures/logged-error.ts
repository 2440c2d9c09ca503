/** Parts of an error that are written to a log. */
export type LoggedError = {
  type: string
  code?: string | undefined
  message: string
  /** The message and the stack trace. */
  stack: string
  /** Only for errors of PostgreSQL. */
  table?: string | undefined
  constraint?: string | undefined
  cause?: LoggedError | undefined
}

const deepestCause = 5

/**
 * Returns the parts of an error that a log may contain. PostgreSQL repeats values of rows in `detail`, `where` and the
 * messages of its class 22, and other errors contain whole requests: all of that is left out, since it may be a
 * volunteer's data.
 */
export function describeForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const code = textOf(error, 'code')
  const message = isDataException(error, code) ? withoutValues(error.message) : error.message
  const described: LoggedError = {
    type: error.name,
    ...(code !== undefined && { code }),
    message,
    stack: [`${error.name}: ${message}`, ...framesOf(error.stack)].join('\n'),
  }
  if ('severity' in error) {
    described.table = textOf(error, 'table')
    described.constraint = textOf(error, 'constraint')
  }
  const { cause } = error
  // Other objects are whole requests or answers.
  const isObject = typeof cause === 'object' && !(cause instanceof Error)
  if (cause !== undefined && !isObject && depth < deepestCause) {
    described.cause = describeForLog(cause, depth + 1)
  }
  return described
}

/** Returns the stack trace of an error without its message: in a runner any text may repeat a volunteer's data. */
export function traceOf(error: unknown): string {
  const { type, code, stack, table, constraint } = describeForLog(error)
  const facts = [code, table, constraint].filter((fact) => fact !== undefined)
  const what = `${type}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
  return [what, ...framesOf(stack)].join('\n')
}

function framesOf(stack = ''): string[] {
  return stack.split('\n').filter((line) => /^\s+at /.test(line))
}

/** Whether an error is of PostgreSQL's class 22, whose messages quote the value that was not accepted. */
function isDataException(error: Error, code: string | undefined): boolean {
  return 'severity' in error && code?.startsWith('22') === true
}

function withoutValues(message: string): string {
  return message.replace(/".*"/s, '"…"')
}

function textOf(error: Error, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
