const chunkLines = 100

/** Some lines of a log, which the browser draws only where they come into view. */
export interface LogChunk {
  linesBefore: number
  /** Its lines, with line breaks between them. */
  text: string
  lineCount: number
}

interface SplitLog {
  chunks: readonly LogChunk[]
  lineCount: number
  /** The text after the last line: a line break that begins no new line, or nothing. */
  end: '' | '\n'
}

/** Splits a log at its line breaks; parts and end together are the log unchanged. */
export function splitLog(log: string): SplitLog {
  const end = log.endsWith('\n') ? '\n' : ''
  const lines = log.slice(0, log.length - end.length).split('\n')
  const chunks: LogChunk[] = []
  for (let start = 0; start < lines.length; start += chunkLines) {
    const chunk = lines.slice(start, start + chunkLines)
    chunks.push({ linesBefore: start, text: chunk.join('\n'), lineCount: chunk.length })
  }
  return { chunks, lineCount: lines.length, end }
}
