/** The checkout's folder. */
export const ROOT: string
/** Where the gallery is built. */
export const GALLERY: string
export function ensureCommandBuilt(): void
export function ensureGalleryBuilt(): void
export function ensureWebBuilt(): void
