import type { PreviewedObject } from '../viewers/viewer.ts'

/** Posted by the frame to the page when it listens; the page responds with a {@link Show} and a port. */
export const READY = 'cooperage-preview-ready'

/** The first message of the page to the frame; all others are sent over its port. */
export interface Show {
  object: PreviewedObject
  scheme: 'light' | 'dark'
}

/** What the page sends through the port. */
export type ToFrame =
  | { type: 'bytes'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'failed'; id: number; message: string }
  | { type: 'ping' }

/** What the frame sends through the port. The page trusts none of it: hostile content may have taken over the frame. */
export type FromFrame =
  | { type: 'read'; id: number; start: number; end: number }
  | { type: 'pong' }
  /** A key that the page handles, pressed while the frame has the focus. */
  | { type: 'key'; key: string }

/** Keys that close the preview or show another object. */
export const FORWARDED_KEYS: readonly string[] = ['Escape', 'ArrowLeft', 'ArrowRight']
