import { fileURLToPath } from 'node:url'
import { useCompileCache } from './compile-cache.ts'
import { buildWebWhenStale } from './web-build.ts'

useCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
buildWebWhenStale()
await import('../server/src/main.ts')
