/** Global keyboard shortcuts. Single keys are ignored while the user types, and all are while a dialog is open. */
export type Shortcut = 'palette' | 'search' | 'help' | { goTo: string }

/** Whether shortcuts have the command key, ⌘, instead of the control key. */
export const IS_MAC = globalThis.navigator?.platform.startsWith('Mac')

/** Time within which a second key belongs to `g`. */
const SEQUENCE_MS = 1500

/** The parts of a key press that matter. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/** Interprets key presses one after the other; `pages` are the pages for a letter after `g`. */
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
