const endings = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
} as const

const typeByEnding: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** The ending of a served logo's name. */
export function endingOf(type: keyof typeof endings): string {
  return endings[type]
}

/** With which type a logo is served; `undefined` for a name the server did not make. */
export function contentTypeOf(fileName: string): string | undefined {
  const ending = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(\w+)$/.exec(fileName)?.[1]
  return ending === undefined ? undefined : typeByEnding[ending]
}
