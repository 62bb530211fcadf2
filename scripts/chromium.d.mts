export function requireChromium(): string
