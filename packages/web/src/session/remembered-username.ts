const KEY = 'cooperage.username'

/** The name of the last successful form sign-in, to fill the field with; '' when there is none (spec core-console 4). */
export function rememberedUsername(): string {
  try {
    return decodeUsername(localStorage.getItem(KEY) ?? '')
  } catch {
    // Storage is switched off, or holds what we did not write: the field stays empty.
    return ''
  }
}

export function rememberUsername(username: string): void {
  try {
    localStorage.setItem(KEY, encodeUsername(username))
  } catch {
    // Storage is switched off or full: nothing is remembered, and signing in goes on.
  }
}

/** Base64 of the UTF-8 bytes, so that the name is not readable at a glance over somebody's shoulder. */
export function encodeUsername(username: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(username)))
}

/** @throws when the text is not what {@link encodeUsername} wrote. */
export function decodeUsername(encoded: string): string {
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
