import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unknownAddress } from './error-handler.ts'

/**
 * Answers 404 to addresses that programs read in different ways: empty, `.` and `..` parts of the path,
 * backslashes and control characters. Nothing of the product has such an address, nor one that ends where
 * an id belongs.
 */
export function refuseOddAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isOne =
      plainest.test(request.url) || (isPlainAddress(request.url) && !hasEmptyParameter(request))
    done(isOne ? undefined : unknownAddress())
  })
}

/** The router takes what follows a last slash for a parameter, be it nothing; `*` is the path of a file. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  return Object.entries(params as Record<string, string>).some(
    ([name, value]) => value === '' && name !== '*',
  )
}

/** What nearly all addresses are made of; they need no closer look. */
const plainest = /^(?:\/[\w-]+)+(?:\?|$)/

/** Whether the path of a request's target, once decoded, has one reading only. */
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
