import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { assetBudget } from './build/asset-budget.ts'
import { chunkNames, FIRST, withoutFacades, withoutRuntime } from './build/chunks.ts'
import { className } from './build/class-name.ts'
import { guidePages } from './build/guide-html.ts'
import { languageFiles } from './build/language-files.ts'
import { onePathIcons } from './build/one-path-icons.ts'
import { pageParts } from './build/page-parts.ts'
import { precompress } from './build/precompress.ts'
import { publicPageStyles } from './build/public-page.ts'
import packageJson from './package.json' with { type: 'json' }

export default defineConfig({
  // Assets are found relative to the page's base element, so one build serves under every base path.
  base: '',
  define: { __VERSION__: JSON.stringify(packageJson.version) },
  plugins: [
    react(),
    onePathIcons(),
    guidePages(),
    assetBudget(
      [
        { page: 'login page', modules: ['/src/main.tsx'], scriptBytes: 185_000 },
        {
          page: 'buckets page after login',
          // The other pages are loaded ahead once this one is open.
          modules: ['/src/main.tsx', ...FIRST],
          scriptBytes: 225_000,
        },
      ],
      30_000,
    ),
    // After the budget: no page of the application loads them.
    publicPageStyles(),
    withoutFacades(),
    withoutRuntime(),
    pageParts(),
    languageFiles(25_000),
    precompress(),
  ],
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // One sheet: the styles of a page that is loaded while the console is down would never be requested again.
    cssCodeSplit: false,
    rolldownOptions: {
      // Of @tabler/icons-react it reads the icons that are used, instead of six thousand.
      experimental: { lazyBarrel: true },
      output: {
        // Each chunk is a request. Left alone, every set of pages that share a module makes a separate chunk, most of them
        // smaller than the headers of their response.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: chunkNames(), includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
