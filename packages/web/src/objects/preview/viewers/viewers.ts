import { documentViewers } from './document-viewers.ts'
import type { Viewer } from './viewer.ts'

/** The viewers of the preview frame. The first that matches opens; the menu offers the others that match. */
export const viewers: readonly Viewer[] = [...documentViewers]

/** The viewers for an object, the best first. */
export function viewersOf(key: string, contentType: string, size: number): Viewer[] {
  const name = key.slice(key.lastIndexOf('/') + 1)
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  return viewers.filter((viewer) => viewer.matches(name, type, size))
}

/** Whether a name ends with one of these extensions, given without the dot and in lower case. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  const dot = name.lastIndexOf('.')
  return dot >= 0 && extensions.includes(name.slice(dot + 1).toLowerCase())
}
