import { createStore } from '../shared/store.ts'

const KEY = 'cooperage.frame'

/** Preferences for the frame, stored in the browser. */
interface Preferences {
  /** The side menu is collapsed to icons. */
  isMenuNarrow: boolean
  /** Ids of the closed menu groups. */
  closedGroups: readonly string[]
  /** Whether single keys are shortcuts; speech input and hands resting on the keyboard are reasons to turn them off. */
  hasSingleKeys: boolean
}

const DEFAULTS: Preferences = { isMenuNarrow: false, closedGroups: [], hasSingleKeys: true }

/** Parses stored preferences; missing and foreign values get their defaults. */
export function parsePreferences(text: string | null): Preferences {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '{}')
  } catch {
    // Written by someone else.
    return DEFAULTS
  }
  if (typeof kept !== 'object' || kept === null) return DEFAULTS
  const { isMenuNarrow, closedGroups, hasSingleKeys } = kept as Record<string, unknown>
  return {
    isMenuNarrow: isMenuNarrow === true,
    closedGroups: Array.isArray(closedGroups) ? closedGroups.filter((id) => typeof id === 'string') : [],
    hasSingleKeys: hasSingleKeys !== false,
  }
}

function readChoices(): Preferences {
  try {
    return parsePreferences(localStorage.getItem(KEY))
  } catch {
    // Storage is disabled: use the defaults.
    return DEFAULTS
  }
}

const store = createStore<Preferences>(readChoices())

export const preferences = {
  get: store.get,
  use: store.use,
  set(change: Partial<Preferences>): void {
    store.set(change)
    try {
      localStorage.setItem(KEY, JSON.stringify(store.get()))
    } catch {
      // Storage is disabled or full: the choice lasts until the page is closed.
    }
  },
}

export function toggleGroup(id: string): void {
  const { closedGroups } = preferences.get()
  preferences.set({
    closedGroups: closedGroups.includes(id) ? closedGroups.filter((one) => one !== id) : [...closedGroups, id],
  })
}
