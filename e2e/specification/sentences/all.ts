import { calls } from './calls.ts'
import { constants } from './constants.ts'
import { entities } from './entities.ts'
import { errors } from './errors.ts'
import { product } from './product.ts'
import { roles } from './roles.ts'
import { screens } from './screens.ts'
import { states } from './states.ts'
import { validation } from './validation.ts'

/** The sentences of the specification, by section. */
export const sections = {
  product,
  screens,
  entities,
  states,
  validation,
  roles,
  calls,
  errors,
  constants,
} as const

export type Sentence = (typeof sections)[keyof typeof sections][number]
