import { product } from './product.ts'
import { screens } from './screens.ts'
import { states } from './states.ts'

/** The sentences of the specification, by section. */
export const sections = { product, screens, states } as const

export type Sentence = (typeof sections)[keyof typeof sections][number]
