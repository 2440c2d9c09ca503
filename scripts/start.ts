import { buildWhenStale } from './build-when-stale.ts'

await buildWhenStale()
// npm runs this in a shell; a signal to npm ends the shell, which does not pass it on.
process.argv.push('--end-with-parent')
await import(new URL('../dist/server.js', import.meta.url).href)
