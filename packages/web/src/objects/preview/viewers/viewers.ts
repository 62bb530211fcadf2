import { documentViewers } from './document-viewers.ts'
import { hasExtension } from './extension.ts'
import type { Viewer } from './viewer.ts'

const IMAGES = ['png', 'jpg', 'jpeg', 'jfif', 'gif', 'webp', 'avif', 'bmp', 'ico', 'svg']

/** The viewers of the preview frame. The first that matches opens; the menu offers the others that match. */
export const viewers: readonly Viewer[] = [
  {
    kind: 'image',
    matches: (name, type) => type.startsWith('image/') || hasExtension(name, IMAGES),
    load: async () => (await import('./ImageViewer.tsx')).ImageViewer,
  },
  {
    kind: 'pdf',
    matches: (name, type) => type === 'application/pdf' || hasExtension(name, ['pdf']),
    load: async () => (await import('./PdfViewer.tsx')).PdfViewer,
  },
  ...documentViewers,
]

/** The viewers for an object, the best first. */
export function viewersOf(key: string, contentType: string, size: number): Viewer[] {
  const name = key.slice(key.lastIndexOf('/') + 1)
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  return viewers.filter((viewer) => viewer.matches(name, type, size))
}
