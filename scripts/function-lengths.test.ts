import { expect, it } from 'vitest'
import { longFunctions } from './function-lengths.ts'
import { parseSource } from './source-tree.ts'

const found = (text: string) => longFunctions(parseSource('planted.ts', text), 3)

it.each([
  'function long() {\n\n// why\n}',
  'export const long = async () => {\n  const one = 1\n  return one\n}',
  'const long = function () {\n`\n\n`\n}',
  'const made = {\n  long() {\n\n\n  },\n}',
  'class Made {\n  long() {\n\n\n  }\n}',
  'class Made {\n  #long() {\n\n\n  }\n}',
  'class Made {\n  constructor() {\n\n\n  }\n}',
  'class Made {\n  get long() {\n\n\n    return 1\n  }\n}',
])('counts all lines of %j', (text) => {
  expect(found(text)).toHaveLength(1)
})

it('says where a long function begins, also within another', () => {
  expect(found('// before\nfunction outer() {\n  return () => {\n\n\n  }\n}')).toEqual([2, 3])
})

it('finds none among short ones', () => {
  expect(found('// before\n\n\n\nfunction short() {\n  return 1\n}\nconst one = 1\n')).toEqual([])
})
