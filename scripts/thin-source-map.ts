import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'

/** The fields of a map that Node reads, and that are written. */
export interface SourceMapFile {
  sources: string[]
  mappings: string
  [other: string]: unknown
}

/**
 * Returns a map that gives only the line of a position, without the sources' texts: once an error's stack is read, Node
 * holds an array for each mapping of a program.
 */
export function thinSourceMap(map: SourceMapFile): SourceMapFile {
  const { sourcesContent: _, ...rest } = map
  const mappings = encode(decode(map.mappings).map(firstOfEachLine))
  return { ...rest, names: [], mappings }
}

/** Returns those segments of a program's line with which a line of a source begins. */
function firstOfEachLine(segments: readonly SourceMapSegment[]): SourceMapSegment[] {
  const thinned: SourceMapSegment[] = []
  for (const segment of segments) {
    const before = thinned.at(-1)
    if (before && before[1] === segment[1] && before[2] === segment[2]) continue
    thinned.push(segment.length === 5 ? [segment[0], segment[1], segment[2], segment[3]] : segment)
  }
  return thinned
}
