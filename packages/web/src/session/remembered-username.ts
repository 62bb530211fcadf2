import { keptName } from '../navigation/base-path.ts'

const KEY = 'cooperage.username'

/** The username of the last successful sign-in by form, to prefill the field; '' if there is none (spec core-console 4). */
export function rememberedUsername(): string {
  try {
    return decodeUsername(localStorage.getItem(keptName(KEY)) ?? '')
  } catch {
    // Storage is disabled, or contains something else: the field stays empty.
    return ''
  }
}

export function rememberUsername(username: string): void {
  try {
    localStorage.setItem(keptName(KEY), encodeUsername(username))
  } catch {
    // Storage is disabled or full: nothing is remembered, and sign-in continues.
  }
}

/** Base64 of the UTF-8 bytes, so that the name isn't readable at a glance. */
export function encodeUsername(username: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(username)))
}

/** @throws if the text isn't from {@link encodeUsername}. */
export function decodeUsername(encoded: string): string {
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
