/** Keys that do something anywhere in the console. Single keys never while somebody types, none behind a dialog. */
export type Shortcut = 'palette' | 'search' | 'help' | { goTo: string }

/** What the key beside the space bar is called here. */
export const COMMAND_KEY = globalThis.navigator?.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

/** Time within which a second key belongs to `g`. */
const SEQUENCE_MS = 1500

/** What is looked at of a key press. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** Reads presses one after the other; `pages` are the pages that a letter after `g` leads to. */
export class ShortcutReader {
  #goingAt: number | undefined

  read(press: Press, pages: ReadonlyMap<string, string>, hasSingleKeys: boolean): Shortcut | undefined {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = press
    if (isModifier(key)) return undefined
    const isGoing = this.#goingAt !== undefined && timeStamp - this.#goingAt < SEQUENCE_MS
    this.#goingAt = undefined
    if (ctrlKey !== metaKey && !altKey) return key.toLowerCase() === 'k' ? 'palette' : undefined
    if (ctrlKey || metaKey || altKey || !hasSingleKeys) return undefined
    const page = isGoing ? pages.get(key) : undefined
    if (page !== undefined) return { goTo: page }
    if (key === 'g') this.#goingAt = timeStamp
    if (key === '/') return 'search'
    if (key === '?') return 'help'
    return undefined
  }
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Alt'
}
