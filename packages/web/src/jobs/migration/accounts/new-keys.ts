import { useSyncExternalStore } from 'react'
import { saveFile } from '../../../shared/save-file.ts'
import { warnBeforeClose } from '../../../shared/warn-before-close.ts'
import { jobs } from '../../jobs.ts'
import { keysJson, type NewAccountKey } from './account-rows.ts'

/** The new keys of one target. */
interface KeptKeys {
  readonly keys: readonly NewAccountKey[]
  /** How many of them, from the first one on, the user has saved. */
  readonly saved: number
}

const NO_KEYS: KeptKeys = { keys: [], saved: 0 }

/**
 * The new keys that migrations have created, by the names of the targets, until they are saved and their page is left. Nobody can
 * show them again, so they outlive the page, which a lost session replaces; only in memory, and only for the account.
 */
export class NewKeys {
  readonly #kept: Map<string, unknown>
  readonly #listeners = new Set<() => void>()
  #shown = ''

  /** @param kept emptied when the account signs out */
  constructor(kept: Map<string, unknown>) {
    this.#kept = kept
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether closing the tab would lose some. */
  get isOpen(): boolean {
    return [...this.#kept.keys()].some((server) => this.unsaved(server) > 0)
  }

  of(server: string): KeptKeys {
    return (this.#kept.get(server) as KeptKeys | undefined) ?? NO_KEYS
  }

  unsaved(server: string): number {
    const { keys, saved } = this.of(server)
    return keys.length - saved
  }

  /** Targets with keys that no dialog shows, as a text that only changes with them. */
  readonly left = (): string => [...this.#kept.keys()].filter((server) => server !== this.#shown).join(' ')

  /** Called when a dialog opens that shows those of a target; what it returns, when it is gone. */
  show(server: string): () => void {
    this.#shown = server
    this.#publish()
    return () => {
      this.#shown = ''
      this.#publish()
    }
  }

  add(server: string, more: readonly NewAccountKey[]): void {
    if (more.length === 0) return
    const { keys, saved } = this.of(server)
    this.#keep(server, { keys: [...keys, ...more], saved })
  }

  markSaved(server: string): void {
    const { keys } = this.of(server)
    this.#keep(server, { keys, saved: keys.length })
  }

  discard(server: string): void {
    this.#kept.delete(server)
    this.#publish()
  }

  /** Saved ones are kept for a while, because a download may go wrong. */
  readonly forgetSaved = (): void => {
    for (const server of [...this.#kept.keys()]) if (this.unsaved(server) === 0) this.discard(server)
  }

  #keep(server: string, keys: KeptKeys): void {
    this.#kept.set(server, keys)
    this.#publish()
  }

  #publish(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const newKeys = new NewKeys(jobs.kept)
warnBeforeClose(newKeys)

export function useNewKeys(server: string): KeptKeys {
  return useSyncExternalStore(newKeys.subscribe, () => newKeys.of(server))
}

export function useHasUnsavedKeys(server: string): boolean {
  return useSyncExternalStore(newKeys.subscribe, () => newKeys.unsaved(server) > 0)
}

/** The targets that have new keys, and no dialog that shows them. */
export function useServersWithLeftKeys(): string[] {
  const servers = useSyncExternalStore(newKeys.subscribe, newKeys.left)
  return servers === '' ? [] : servers.split(' ')
}

/** Saves all new keys of a target as one file. */
export function saveNewKeys(server: string): void {
  const { keys } = newKeys.of(server)
  saveFile(`${server}-credentials.json`, new Blob([keysJson(keys)], { type: 'application/json' }))
  newKeys.markSaved(server)
}
