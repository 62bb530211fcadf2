import '../../../shared/mantine-styles.ts'
import '../../../shared/theme.css'
import '../../../messages/en/preview.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startMessages } from '../../../messages/i18n.ts'
import { styleNonce } from '../../../shared/style-nonce.ts'
import { cssVariablesResolver, theme } from '../../../shared/theme.ts'
import { PreviewFrame } from './PreviewFrame.tsx'
import { FORWARDED_KEYS, type FromFrame, READY, type Show } from './protocol.ts'
import { readerOf } from './reader.ts'

const container = document.getElementById('root')
if (!container) throw new Error('preview-frame.html has no element with the id root')
await startMessages()

addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<Show>) => {
  if (source !== window.parent || port === undefined) return
  const { object, scheme } = data
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.matches('input, select, textarea, [contenteditable]')
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    if (!FORWARDED_KEYS.includes(event.key) || (isTyping && event.key !== 'Escape')) return
    port.postMessage({ type: 'key', key: event.key } satisfies FromFrame)
  })
  // What a viewer throws is shown in its place: it is no fault of the product.
  createRoot(container, { onCaughtError: () => undefined }).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        cssVariablesResolver={cssVariablesResolver}
        getStyleNonce={styleNonce}
        withGlobalClasses={false}
      >
        <PreviewFrame object={object} readRange={readerOf(port, object.size)} />
      </MantineProvider>
    </StrictMode>,
  )
})

// The page's address is unknown here; the message says nothing.
window.parent.postMessage(READY, '*')
