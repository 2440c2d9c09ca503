import { expect, it } from 'vitest'
import { fileNameOf } from './file-name.ts'

it.each([
  [null, undefined],
  ['inline', undefined],
  ['attachment; filename=plain.pdf', 'plain.pdf'],
  ['attachment; filename="NJ 07, North.pdf"', 'NJ 07, North.pdf'],
  ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'%E4%B8%AD.pdf', '中.pdf'],
  ['attachment; filename="x.pdf"; filename*=UTF-8\'\'%E4%B', 'x.pdf'],
])('%s names %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})
