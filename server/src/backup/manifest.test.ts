import { expect, it } from 'vitest'
import { readManifest } from './manifest.ts'

it.each(['', '{', '[]', '{"format":1}'])('%j is no list of contents', (text) => {
  expect(readManifest(text)).toBeUndefined()
})
