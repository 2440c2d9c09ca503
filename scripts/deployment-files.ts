import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Parses the files of an installation: `Dockerfile`, `compose.yaml` and `deploy`. */

const root = fileURLToPath(new URL('..', import.meta.url))

export function readProjectFile(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8')
}

export interface Instruction {
  name: string
  text: string
}

/** Returns the instructions of a Dockerfile, grouped by stage; those before the first stage are left out. */
export function readStages(dockerfile: string): Instruction[][] {
  const stages: Instruction[][] = []
  const lines = dockerfile.replace(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  for (const line of lines.split('\n')) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    if (name !== '') stages.at(-1)?.push({ name, text })
  }
  return stages
}

/** Returns a value in Compose's notation with its names replaced: `${NAME:-default}`. */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{(\w+)(?::-([^}]*))?\}/g,
    (_, name: string, fallback = '') => values[name] || fallback,
  )
}

/** Parses text with one `NAME=value` per line. */
export function readEnvironmentFile(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^(\w+)=(.*)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
}
