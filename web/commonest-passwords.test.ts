import { expect, it } from 'vitest'
import { shortened } from './commonest-passwords.ts'

it('the browser loads the 10,000 most used passwords', () => {
  const all = Array.from({ length: 10_001 }, (_, index) => `password${index}`)
  expect(JSON.parse(shortened(JSON.stringify(all)))).toEqual(all.slice(0, 10_000))
})
