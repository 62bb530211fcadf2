import { createStore } from '../shared/store.ts'

const KEY = 'cooperage.frame'

/** How somebody likes the frame; kept in the browser. */
export interface Preferences {
  /** The side menu shows only icons. */
  isMenuNarrow: boolean
  /** Ids of the groups of the menu that are closed. */
  closedGroups: readonly string[]
  /** Whether single keys are shortcuts; whoever speaks to the computer, or rests a hand on the keys, turns them off. */
  hasSingleKeys: boolean
}

const DEFAULTS: Preferences = { isMenuNarrow: false, closedGroups: [], hasSingleKeys: true }

/** Reads what was kept; what is missing or not ours is as at first. */
export function parsePreferences(text: string | null): Preferences {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '{}')
  } catch {
    // Somebody else wrote there.
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
    // Storage is switched off: everything is as at first.
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
      // Storage is switched off or full: the choice holds until the page is left.
    }
  },
}

export function toggleGroup(id: string): void {
  const { closedGroups } = preferences.get()
  preferences.set({
    closedGroups: closedGroups.includes(id) ? closedGroups.filter((one) => one !== id) : [...closedGroups, id],
  })
}
