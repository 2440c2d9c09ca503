import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'

/** What is read of a map by Node, and written. */
export interface SourceMapFile {
  sources: string[]
  mappings: string
  [other: string]: unknown
}

/**
 * A map that says the line of a place, and nothing finer, without the sources' texts: Node keeps an array for each
 * mapping of a program from the first error on whose stack is read.
 */
export function thinSourceMap(map: SourceMapFile): SourceMapFile {
  const { sourcesContent: _, ...rest } = map
  const mappings = encode(decode(map.mappings).map(firstOfEachLine))
  return { ...rest, names: [], mappings }
}

/** Of the places in one line of the program, those with which a line of a source begins. */
function firstOfEachLine(segments: readonly SourceMapSegment[]): SourceMapSegment[] {
  const kept: SourceMapSegment[] = []
  for (const segment of segments) {
    const before = kept.at(-1)
    if (before && before[1] === segment[1] && before[2] === segment[2]) continue
    kept.push(segment.length === 5 ? [segment[0], segment[1], segment[2], segment[3]] : segment)
  }
  return kept
}
