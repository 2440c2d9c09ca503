import { accessSync, constants, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildWhenStale } from './build-when-stale.ts'

refuseUserWhoCannotBuild(fileURLToPath(new URL('..', import.meta.url)))
await buildWhenStale()
// npm runs this in a shell; a signal to npm ends the shell, which does not pass it on.
process.argv.push('--end-with-parent')
await import(new URL('../dist/server.js', import.meta.url).href)

/** Ends with a sentence where this user may not write what is built. */
function refuseUserWhoCannotBuild(root: string): void {
  const folder = existsSync(`${root}dist`) ? `${root}dist` : root
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    const user = process.getuid === undefined ? '' : ` (number ${process.getuid()})`
    console.error(
      `The user that runs this${user} may not write to ${folder}, where npm start builds the dashboard. Run it as the owner of that folder, or start what is built: node ${root}dist/server.js`,
    )
    process.exit(1)
  }
}
