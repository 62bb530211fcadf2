import '../src/shared/mantine-styles.ts'
import '../src/shared/theme.css'
import '../src/shared/mantine-styles-session.ts'
import './gallery.css'
import { type ComponentType, lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { startMessages } from '../src/messages/i18n.ts'
import { ThemeProvider } from '../src/shared/ThemeProvider.tsx'

/** Each shows one piece; opened by its name: `/#code-editor`. */
const PIECES: Record<string, () => Promise<{ default: ComponentType }>> = {
  'code-editor': () => import('./code-editor.tsx'),
  dialogs: () => import('./dialogs.tsx'),
  fields: () => import('./fields.tsx'),
  live: () => import('./live.tsx'),
  table: () => import('./table.tsx'),
}

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id root')
await startMessages()

const name = window.location.hash.slice(1)
const load = PIECES[name]
const Piece = load ? lazy(load) : ListOfPieces

createRoot(container).render(
  <StrictMode>
    <ThemeProvider>
      <main className="piece">
        <h1>{name || 'Pieces'}</h1>
        <Suspense>
          <Piece />
        </Suspense>
      </main>
    </ThemeProvider>
  </StrictMode>,
)

function ListOfPieces() {
  return (
    <ul>
      {Object.keys(PIECES).map((piece) => (
        <li key={piece}>
          <a href={`/#${piece}`} target="_blank" rel="noreferrer">
            {piece}
          </a>
        </li>
      ))}
    </ul>
  )
}
