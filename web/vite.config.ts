import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'

export default defineConfig({
  plugins: [endpointsWithoutSchemas(), react(), tailwindcss()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': 'http://127.0.0.1:3000' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Read by scripts/web-weight.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        // One file for what the login page needs: many small ones compress badly and come one after the other.
        codeSplitting: {
          groups: [{ name: 'first', tags: ['$initial'] }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
