/** The checkout's folder. */
export const ROOT: string
export function ensureCommandBuilt(): void
