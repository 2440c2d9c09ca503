import { isForRunners } from './settings-variables.ts'

/** Variables that Node, the system and the clients of PostgreSQL and S3 read; compared in capitals. */
const systemNames = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TMP', 'TEMP', 'LANG', 'LANGUAGE', 'TZ'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
])
const systemPrefixes = ['NODE_', 'LC_', 'LD_', 'DYLD_', 'SSL_', 'OPENSSL_', 'AWS_', 'PG']

/**
 * Returns the environment for a runner on the server's own machine, without settings that only the server uses, such as
 * the secret that signs sessions, and without other variables of the server's environment.
 */
export function readRunnerEnvironment(
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const passed = Object.entries(environment).filter(([name]) => isPassedOn(name))
  // Settings require it beside DATABASE_URL; a runner signs nothing.
  return {
    ...Object.fromEntries(passed),
    SESSION_SECRET: 'runners-sign-nothing-and-need-no-secret',
  }
}

function isPassedOn(name: string): boolean {
  if (isForRunners(name)) return true
  const capitals = name.toUpperCase()
  return systemNames.has(capitals) || systemPrefixes.some((prefix) => capitals.startsWith(prefix))
}
