import { z } from 'zod'
import { formatCount } from './counts.ts'

export function targetNames(noun: 'circuit' | 'congregation', max: number) {
  return z
    .array(z.string().min(1).max(500), { error: `Select at least one ${noun}` })
    .min(1, `Select at least one ${noun}`)
    .max(max, `Select at most ${formatCount(max)} ${noun}s at once`)
    .transform((names) => [...new Set(names)])
}
