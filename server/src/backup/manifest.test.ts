import { expect, it } from 'vitest'
import { readManifest } from './manifest.ts'

it.each(['', '{', '[]', '{"format":1}'])('%j is not a list of contents', (text) => {
  expect(readManifest(text)).toBeUndefined()
})
