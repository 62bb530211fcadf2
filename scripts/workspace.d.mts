/** The checkout's folder. */
export const ROOT: string
export function ensureCommandBuilt(): void
export function ensureWebBuilt(): void
