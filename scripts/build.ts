import { buildWhenStale } from './build-when-stale.ts'

await buildWhenStale()
