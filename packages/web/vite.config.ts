import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { assetBudget } from './build/asset-budget.ts'
import { precompress } from './build/precompress.ts'

/** The console that `npm run dev` sends calls and sockets to. */
const DEV_SERVER = process.env.COOPERAGE_DEV_SERVER ?? 'http://127.0.0.1:9090'

/** In development no server fills the placeholders of index.html. */
function fillPlaceholders(): Plugin {
  return {
    name: 'cooperage-dev-placeholders',
    apply: 'serve',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('__COOPERAGE_BASE__', '/').replace('__COOPERAGE_NONCE__', ''),
    },
  }
}

export default defineConfig({
  // Assets are found relative to the page's base element, so one build serves under every base path.
  base: '',
  plugins: [
    react(),
    fillPlaceholders(),
    assetBudget(
      [
        { page: 'login page', modules: ['/src/main.tsx'], scriptBytes: 170_000 },
        {
          page: 'buckets page after login',
          // The other pages are loaded ahead once this one is open.
          modules: [
            '/src/main.tsx',
            '/src/shell/SessionLayout.tsx',
            '/src/buckets/BucketsPage.tsx',
            '/src/objects/BrowserBucketsPage.tsx',
            '/src/objects/FolderPage.tsx',
          ],
          scriptBytes: 240_000,
        },
      ],
      30_000,
    ),
    precompress(),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One sheet: the styles of a page that is loaded while the console is out would never be asked for again.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Each chunk is a request. Left alone, every set of pages that share a module makes a chunk of its own, most of them
        // smaller than the head of their answer.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: DEV_SERVER, changeOrigin: false },
      '/ws': { target: DEV_SERVER, changeOrigin: false, ws: true },
    },
  },
})
