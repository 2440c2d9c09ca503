import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { commonestPasswords } from './commonest-passwords.ts'
import { compressedFiles } from './compressed-files.ts'
import { documentStyles } from './document-styles.ts'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'
import { guidePages } from './guide-pages.ts'
import { pageFiles } from './page-files.ts'
import { sharedChunk } from './shared-chunk.ts'

/**
 * React is in a file of its own: it creates errors while it loads, and to show the place of each, developer tools
 * (Lighthouse, too) have the browser read the calling file again.
 */
const entry = /[\\/]src[\\/]main\.tsx$/

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

export default defineConfig({
  // Compared with the server's version (web/src/api/server-version.ts).
  define: { 'import.meta.env.DASHBOARD_VERSION': JSON.stringify(version) },
  plugins: [
    endpointsWithoutSchemas(),
    commonestPasswords(),
    pageFiles(),
    documentStyles(),
    guidePages(),
    compressedFiles(),
    react(),
    tailwindcss(),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': 'http://127.0.0.1:3000' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // There is one style sheet, which the document contains; no chunk requests it.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // There are only few files: many small ones compress badly and load one after the other. One contains what the
        // login page needs, one contains our shared modules and icons; libraries stay with the pages that need them.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: (id) => !entry.test(id), priority: 1 },
            { name: sharedChunk, debugName: 'shared', minShareCount: 2 },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
