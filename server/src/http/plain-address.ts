import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unknownAddress } from './error-handler.ts'

/**
 * Responds 404 to addresses that programs read in different ways: those with empty, `.` or `..` parts in the path,
 * backslashes or control characters. No address of the product has these. An address that ends where an id belongs is
 * refused, too.
 */
export function refuseMalformedPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isPlain = isPlainAddress(request.url) && !hasEmptyParameter(request)
    done(isPlain ? undefined : unknownAddress())
  })
}

/**
 * Whether a parameter of the path is empty: the router accepts an empty text after a last slash as a parameter. `*` is
 * the path of a file.
 */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  return Object.entries(params as Record<string, string>).some(
    ([name, value]) => value === '' && name !== '*',
  )
}

/** Whether the path of a request's target, once decoded, can be read in one way only. */
export function isPlainAddress(target: string): boolean {
  // A proxy may send the whole address (RFC 9112, 3.2.2).
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)
  const decoded = decode(path)
  if (decoded === undefined || !decoded.startsWith('/') || /[\\\p{Cc}]/u.test(decoded)) return false
  const parts = decoded.slice(1).split('/')
  return !parts.some((part, index) => {
    const isLast = index === parts.length - 1
    return part === '.' || part === '..' || (part === '' && !isLast)
  })
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
