import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressedFiles } from './compressed-files.ts'
import { guidePages } from './guide-pages.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

export default defineConfig({
  // Compared with the server's version (web/src/api/server-version.ts).
  define: { 'import.meta.env.DASHBOARD_VERSION': JSON.stringify(version) },
  plugins: [guidePages(), compressedFiles(), react(), tailwindcss()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': 'http://127.0.0.1:3000' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Weighed by scripts/web-weight.ts.
    manifest: true,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // By itself the build makes some 70 files for a page, which load one after the other.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // Most pages have no form.
            { name: 'forms', test: /node_modules.(react-hook-form|@hookform)/, priority: 1 },
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
})
