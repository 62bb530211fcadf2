import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'

/**
 * The preview frame: an application of its own, because its document has no origin. In the page's build it would share chunks
 * with the page, and run the page's code. It is built after the page, into the same folder.
 */
export default defineConfig({
  base: '',
  plugins: [react(), precompress('assets/preview-frame')],
  publicDir: false,
  build: {
    target: 'es2023',
    emptyOutDir: false,
    assetsDir: 'assets/preview-frame',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: 'preview-frame.html', experimental: { lazyBarrel: true } },
  },
})
