import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Returns a resolver that checks a form by a schema of the contract, which is loaded on first use and not with the
 * page. If it cannot be loaded, the form counts as valid, since the server checks all input anyway. `load` must be the
 * same function at each rendering.
 */
export function schemaResolver<Input extends FieldValues, Output>(
  load: () => Promise<z.ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const loaded = await Promise.all([import('@hookform/resolvers/zod'), load()]).catch(() => null)
    if (loaded === null) return { values: values as unknown as Output, errors: {} }
    const [{ zodResolver }, schema] = loaded
    return zodResolver(schema)(values, context, options)
  }
}
