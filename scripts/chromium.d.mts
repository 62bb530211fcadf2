export function requireChromium(): string
export function ensureChromium(): { path: string } | { missing: string }
