import type { ComponentType } from 'react'

/** The object, or the version of it, that a preview shows. Its name, type and content are hostile. */
export interface PreviewedObject {
  bucket: string
  /** Full key within the bucket. */
  key: string
  /** Absent for the latest version. */
  versionId?: string
  /** Bytes. */
  size: number
  /** As the uploader stated it; '' if unknown. */
  contentType: string
}

export interface ViewerProps {
  object: PreviewedObject
  /**
   * The bytes from `start` up to, but not including, `end`; fewer at the end of the object. At most {@link READ_LIMIT} bytes a
   * call.
   * @throws an error whose message may be shown to the visitor
   */
  readRange: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Aborted when the preview closes or another object is shown. */
  signal: AbortSignal
}

/** The most bytes that one call of `readRange` returns. A viewer that needs more reads piece by piece, and keeps only a part. */
export const READ_LIMIT = 8 * 1024 * 1024

/**
 * Shows one kind of object.
 *
 * Viewers run in the preview frame: a separate document in a sandbox without an origin. It has no session, no cookies, no
 * storage (`localStorage` throws), no network (`fetch` and workers are blocked) and no eval; `readRange` is its only way to
 * the bytes. Mantine's provider and i18next are set up, the router, the queries and dialogs of the page aren't. A viewer must
 * not show links: whatever leaves the frame is blocked.
 *
 * A viewer fills the height of the frame and scrolls its own content. It shows the first part of what is too large and says so, and
 * it throws (while rendering, or from its promise into rendering) what it can't show: the frame then offers the next viewer
 * that matches, in the end the hex view.
 */
export interface Viewer {
  /** Names the viewer in its menu (`kinds.*` of messages/en/preview.ts): `image`, `pdf`, `text`, `table` and so on. */
  kind: string
  /** Whether to offer it for an object, by name (the last part of the key), type without parameters, and size alone. */
  matches: (name: string, contentType: string, size: number) => boolean
  load: () => Promise<ComponentType<ViewerProps>>
}
