import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/**
 * Writes each script and style sheet also in Brotli's smallest form, an eighth smaller than a server has time for; the
 * server sends that file unchanged (server/src/http/web-app.ts).
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const scripts = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      await Promise.all(
        scripts.map(async (name) => {
          const bytes = await readFile(join(dir, name))
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          }
          await writeFile(join(dir, `${name}.br`), await compress(bytes, { params }))
        }),
      )
    },
  }
}
