import { z } from 'zod'

export type JsonSchema = Record<string, unknown>
const JsonSchema = z.record(z.string(), z.unknown())
const Content = z.record(z.string(), z.object({ schema: JsonSchema }))

const Described = z.object({
  operationId: z.string(),
  security: z.array(z.unknown()),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: JsonSchema }),
  ),
  requestBody: z.object({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content.optional() })),
})
const Description = z.object({ paths: z.record(z.string(), z.record(z.string(), Described)) })

/** One call of the API as its OpenAPI description has it. */
export type Operation = z.infer<typeof Described> & { method: string; path: string }

/** Returns the described calls. If two paths match an address, the one with fewer parameters comes first. */
export function readOperations(description: unknown): Operation[] {
  const { paths } = Description.parse(description)
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path,
      })),
    )
    .sort((one, other) => parametersOf(one.path) - parametersOf(other.path))
}

/** Returns the call that a request belongs to; `undefined` where the description has none. */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  target: string,
): Operation | undefined {
  const parts = partsOf(target)
  const asked = method === 'HEAD' ? 'GET' : method
  return operations.find((operation) => {
    if (operation.method !== asked) return false
    const described = operation.path.split('/')
    return (
      described.length === parts.length &&
      described.every((part, index) =>
        part.startsWith('{') ? parts[index] !== '' : part === parts[index],
      )
    )
  })
}

/** Returns the decoded parts of an address's path; a proxy may send the whole address. */
export function partsOf(target: string): (string | undefined)[] {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)
  return path.split('/').map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return undefined
    }
  })
}

function parametersOf(path: string): number {
  return path.split('{').length
}
