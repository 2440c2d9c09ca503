import { z } from 'zod'
import { pageLimit } from './limits.ts'

/** Returns the parameter for the number of rows: from 1; values above `most` count as `most`. */
export function limitParameter(most: number) {
  const error = 'limit must be a whole number from 1'
  return z
    .string(error)
    .regex(/^\d+$/, error)
    .transform((digits) => Math.min(Number(digits), most))
    .pipe(z.number().min(1, error))
    .optional()
}

/**
 * Returns the query parameters of a list that is read page by page (docs/api.md#long-lists). `columns` are those
 * it can be sorted by; `sort` takes each, and with `-` before it descending.
 */
export function pageParameters<const Column extends string>(
  columns: readonly [Column, ...Column[]],
) {
  const sorts = columns.flatMap((column): (Column | `-${Column}`)[] => [column, `-${column}`])
  return {
    limit: limitParameter(pageLimit.max),
    /** The `nextCursor` of the previous answer, with the same `sort`. */
    cursor: z.string().max(1_000).optional(),
    /** The list says which fields are searched; case is ignored. */
    q: z.string().trim().max(200, 'Search for at most 200 characters').optional(),
    sort: z.enum(sorts, { error: () => `sort must be ${either(sorts)}` }).optional(),
  }
}

export const flagParameter = z
  .enum(['true', 'false'], { error: 'Write true or false' })
  .transform((text) => text === 'true')

/** Fields that a page has besides its rows. */
export const pageMetadata = {
  /** Number of rows on all pages together. */
  total: z.number().int(),
  /** `null` on the last page. */
  nextCursor: z.string().nullable(),
}

function either(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction', style: 'long' }).format(names)
}
