import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

/** Parses the program's arguments; an option that does not exist ends it with its usage. */
export function parseArguments<Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
) {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch {
    throw new StartError(usage)
  }
}
