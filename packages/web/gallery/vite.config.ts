import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The shared components one by one, for journeys and for people to look at; no part of the product. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '',
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
  publicDir: '../public',
})
