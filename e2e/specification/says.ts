import { test } from '@playwright/test'
import type { Sentence } from './sentences/all.ts'

/** Asserts a sentence of the specification, which the step is called by. */
export function says(sentence: Sentence, assertion: () => Promise<void> | void): Promise<void> {
  return test.step(sentence, assertion)
}
