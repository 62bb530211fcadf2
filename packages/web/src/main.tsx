import './shared/mantine-styles.ts'
import './shared/theme.css'
import './app/first-paint.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { askFirst } from './app/ask-first.ts'
import { loadPagesAfterSignIn } from './app/load-pages.ts'
import { leaveOnLostSession } from './app/lost-session.ts'
import { createQueryClient } from './app/query-client.ts'
import { createAppRouter } from './app/routes.tsx'
import { startLanguage, startMessages } from './messages/i18n.ts'
import { ThemeProvider } from './shared/ThemeProvider.tsx'
import { writeSizes } from './shared/text/numbers.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element with the id root')

// The Content-Security-Policy allows no eval, by which zod would compile its checks.
z.config({ jitless: true })

async function start(root: HTMLElement): Promise<void> {
  await startMessages()
  await startLanguage()
  writeSizes()
  const client = createQueryClient()
  askFirst(client)
  const router = createAppRouter()
  leaveOnLostSession(router, client)
  loadPagesAfterSignIn(router, client)

  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}

// Modules of languages import what this one does, so the module itself can't wait for them.
void start(container)
