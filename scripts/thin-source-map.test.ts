import { SourceMap, type SourceMapping } from 'node:module'
import { encode } from '@jridgewell/sourcemap-codec'
import { expect, it } from 'vitest'
import { thinSourceMap } from './thin-source-map.ts'

/** Two lines of a source, the second from another source, in one line of a program; the rest has no source. */
const map = {
  version: 3,
  file: 'program.js',
  sourceRoot: '',
  sources: ['one.ts', 'two.ts'],
  sourcesContent: ['the text of one', 'the text of two'],
  names: ['first'],
  mappings: encode([
    [[0, 0, 4, 0], [10, 0, 4, 8, 0], [20, 0, 5, 2], [30, 1, 5, 0], [40, 1, 5, 9], [50]],
    [[0, 1, 5, 0]],
  ]),
}

it('finds the source and line of each place, as before', () => {
  const placesOf = ({ mappings }: { mappings: string }) => {
    const found = new SourceMap({ ...map, mappings })
    return [0, 1].flatMap((line) =>
      Array.from({ length: 60 }, (_, column) => {
        const { originalSource, originalLine } = found.findEntry(line, column) as SourceMapping
        return `${originalSource}:${originalLine}`
      }),
    )
  }
  const places = placesOf(map)
  expect(new Set(places)).toEqual(
    new Set(['one.ts:4', 'one.ts:5', 'two.ts:5', 'undefined:undefined']),
  )
  expect(placesOf(thinSourceMap(map))).toEqual(places)
})

it('retains one position for each line of a source, and no texts', () => {
  const thin = thinSourceMap(map)
  expect(thin.mappings).toBe(
    encode([[[0, 0, 4, 0], [20, 0, 5, 2], [30, 1, 5, 0], [50]], [[0, 1, 5, 0]]]),
  )
  expect(thin).not.toHaveProperty('sourcesContent')
})
