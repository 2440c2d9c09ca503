import { buildWhenStale } from './build-when-stale.ts'

await buildWhenStale()
await import(new URL('../dist/server.js', import.meta.url).href)
