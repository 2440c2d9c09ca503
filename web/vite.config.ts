import { readFileSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { commonestPasswords } from './commonest-passwords.ts'
import { compressedFiles } from './compressed-files.ts'
import { documentStyles } from './document-styles.ts'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'
import { guidePages } from './guide-pages.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

export default defineConfig({
  // Compared with the server's version (web/src/api/server-version.ts).
  define: { 'import.meta.env.DASHBOARD_VERSION': JSON.stringify(version) },
  plugins: [
    endpointsWithoutSchemas(),
    commonestPasswords(),
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
    // Weighed by scripts/web-weight.ts.
    manifest: true,
  },
})
