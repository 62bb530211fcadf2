/**
 * The settings of one engine, stored and effective. A change of a dynamic section takes effect immediately, a change of any
 * other section after a restart. Responses show the effective settings, as in MinIO.
 */
import { WireError } from '@cooperage/wire'
import type { DocumentStore } from '../store/store.ts'
import { configError, notImplemented } from './errors.ts'
import { ConfigHistory, type HistoryEntry } from './history.ts'
import {
  type ConfigSection,
  DEFAULT_TARGET,
  findSection,
  SECTIONS,
  type SectionName,
  UNSUPPORTED_SECTIONS,
} from './sections.ts'
import {
  type ChangedTarget,
  checkChanged,
  deleteLine,
  isEnabled,
  type Settings,
  setLines,
  targetNames,
  valuesOf,
} from './settings.ts'
import { linesOf, parseLine, type Values, writeTarget } from './text.ts'

const SPACE = 'config'
const CURRENT = 'current'

export interface ConfigTarget {
  /** `_` for the unnamed target. */
  name: string
  values: Values
}

export class Config {
  readonly #documents: DocumentStore
  readonly #environment: Partial<Record<SectionName, Values>>
  readonly #history: ConfigHistory
  readonly #subscribers = new Map<string, Set<() => unknown>>()
  #stored: Settings
  #effective: Settings
  /** Changes run one at a time, because each is validated together with the settings it will be stored with. */
  #last: Promise<unknown> = Promise.resolve()

  /** `environment` holds values given at startup, which override the stored ones. */
  constructor(documents: DocumentStore, environment: Partial<Record<SectionName, Values>> = {}) {
    this.#documents = documents
    this.#environment = environment
    this.#history = new ConfigHistory(documents)
    this.#stored = (documents.get(SPACE, CURRENT) as Settings | undefined) ?? {}
    this.#effective = structuredClone(this.#stored)
  }

  /** The effective values of one target, including default values. */
  get(section: SectionName, target = DEFAULT_TARGET): Values {
    return { ...valuesOf(this.#effective, SECTIONS[section], target), ...this.#environment[section] }
  }

  /** The enabled targets of the effective settings: the unnamed one first, then by name. */
  targets(section: SectionName): ConfigTarget[] {
    return targetNames(this.#effective, SECTIONS[section])
      .map((name) => ({ name, values: this.get(section, name) }))
      .filter(({ values }) => isEnabled(SECTIONS[section], values))
  }

  /** The names of all targets of the effective settings, enabled or not. */
  targetNames(section: SectionName): string[] {
    return targetNames(this.#effective, SECTIONS[section])
  }

  /** Calls `changed` after each change of a dynamic section. The change is complete when the promises that it returns are. */
  onChange(section: SectionName, changed: () => unknown): void {
    const subscribers = this.#subscribers.get(section) ?? new Set()
    this.#subscribers.set(section, subscribers.add(changed))
  }

  /** The text, without secrets, of a section, of its unnamed target (`section:`) or of `section:target`. @throws WireError */
  show(key: string): string {
    const [name = '', target] = key.split(/:(.*)/s)
    const section = knownSection(name, `unknown subsystem: ${name}`)
    const names = targetNames(this.#effective, section)
    const wanted = target === '' ? DEFAULT_TARGET : target
    if (wanted !== undefined && !names.includes(wanted)) {
      throw configError(`there is no target \`${wanted}\` for subsystem \`${name}\``)
    }
    return names
      .filter((each) => wanted === undefined || each === wanted)
      .map((each) => this.#write(section, each, { withSecrets: false, isOff: false }))
      .join('')
  }

  /** The text of all settings, including secrets. Disabled targets are commented out. */
  export(): string {
    return Object.values<ConfigSection>(SECTIONS)
      .filter(({ deprecated }) => !deprecated)
      .flatMap((section) =>
        targetNames(this.#effective, section).map((target) => {
          const isOff = !isEnabled(section, valuesOf(this.#effective, section, target))
          return this.#write(section, target, { withSecrets: true, isOff })
        }),
      )
      .join('')
  }

  /** Returns whether the whole change is effective now. @throws WireError, and then nothing has changed */
  set(text: string): Promise<boolean> {
    return this.#change(async (settings) => {
      const changed = setLines(settings, text)
      parseLine(text)
      await checkChanged(settings, changed)
      return { changed, history: text }
    })
  }

  /** Resets a target, or some of its keys, to the default values. @throws WireError, and then nothing has changed */
  delete(text: string): Promise<boolean> {
    return this.#change(async (settings) => {
      parseLine(text)
      return { changed: linesOf(text).map((line) => deleteLine(settings, line)), history: undefined }
    })
  }

  /** Replaces all settings; what the text omits gets its default value. Effective after a restart. @throws WireError */
  async import(text: string): Promise<void> {
    await this.#change(async (settings) => {
      for (const name of Object.keys(settings)) delete settings[name]
      await checkChanged(settings, setLines(settings, text))
      return { changed: [], history: text }
    })
  }

  /** The last `count` entries, oldest first; 0 returns all that are kept. */
  history(count: number): HistoryEntry[] {
    return this.#history.last(count)
  }

  /** Applies an earlier text again and removes it from the history. Effective after a restart. @throws WireError */
  async restore(restoreId: string): Promise<void> {
    const entry = this.#history.get(restoreId)
    if (entry === undefined) throw new WireError('XMinioConfigError', 404, 'config file not found')
    await this.#change(async (settings) => {
      await checkChanged(settings, setLines(settings, entry.data))
      return { changed: [], history: undefined }
    })
    await this.clearHistory(restoreId)
  }

  /** Removes one entry, or every one with `all`. A missing entry isn't an error. */
  clearHistory(restoreId: string): Promise<void> {
    return this.#enqueue(() => this.#history.remove(restoreId))
  }

  #write(section: ConfigSection, target: string, options: { withSecrets: boolean; isOff: boolean }): string {
    const values = valuesOf(this.#effective, section, target)
    const environment = target === DEFAULT_TARGET ? (this.#environment[section.name as SectionName] ?? {}) : {}
    return writeTarget({ section, target, values, environment }, options)
  }

  #change(
    apply: (settings: Settings) => Promise<{ changed: ChangedTarget[]; history: string | undefined }>,
  ): Promise<boolean> {
    return this.#enqueue(async () => {
      const settings = structuredClone(this.#stored)
      const { changed, history } = await apply(settings)
      const added = history === undefined ? undefined : this.#history.prepareAdd(history)
      await this.#documents.change([{ space: SPACE, id: CURRENT, value: settings }, ...(added?.changes ?? [])])
      added?.committed()
      this.#stored = settings
      const dynamic = new Set(changed.map(({ section }) => section).filter((section) => section.dynamic))
      for (const { name } of dynamic) {
        this.#effective[name] = structuredClone(settings[name] ?? {})
        await Promise.all([...(this.#subscribers.get(name) ?? [])].map((notify) => notify()))
      }
      return changed.every(({ section }) => section.dynamic)
    })
  }

  #enqueue<Result>(run: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(run)
    this.#last = result.catch(() => undefined)
    return result
  }
}

/** @throws WireError */
function knownSection(name: string, unknown: string): ConfigSection {
  if (UNSUPPORTED_SECTIONS.has(name)) throw notImplemented(name)
  const section = findSection(name)
  if (section === undefined) throw configError(unknown)
  return section
}
