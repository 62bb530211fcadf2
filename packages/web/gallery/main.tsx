import '../src/shared/mantine-styles.ts'
import '../src/shared/theme.css'
import '../src/shared/mantine-styles-session.ts'
import './gallery.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { startMessages } from '../src/messages/i18n.ts'
import { ThemeProvider } from '../src/shared/ThemeProvider.tsx'

/** Each shows one component; opened by its name: `/#code-editor`. */
const COMPONENTS: Record<string, () => Promise<{ default: ComponentType }>> = {
  'code-editor': () => import('./code-editor.tsx'),
  'document-viewers': () => import('./document-viewers.tsx'),
  dialogs: () => import('./dialogs.tsx'),
  fields: () => import('./fields.tsx'),
  live: () => import('./live.tsx'),
  table: () => import('./table.tsx'),
}

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id root')
await startMessages()

const name = window.location.hash.slice(1)
const load = COMPONENTS[name]
const Piece = load ? lazy(load) : ListOfPieces

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider>
        <main className="component">
          <h1>{name || 'Pieces'}</h1>
          <Suspense>
            <Piece />
          </Suspense>
        </main>
      </ThemeProvider>
    </QueryClientProvider>
  </StrictMode>,
)

function ListOfPieces() {
  return (
    <ul>
      {Object.keys(COMPONENTS).map((component) => (
        <li key={component}>
          <a href={`/#${component}`} target="_blank" rel="noreferrer">
            {component}
          </a>
        </li>
      ))}
    </ul>
  )
}
