import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type FactorMode, factorMode } from '@cooperage/contract'
import * as z from 'zod/mini'
import { readOptional, writeDurably } from '../data-folder.ts'
import type { Services } from '../services.ts'
import type { FactorTables } from './factor-tables.ts'

/** The mode that was read last, in the data folder. There is none while it is off. */
const FILE = 'second-factor'

/**
 * Whether a console asks for second factors. The database has it, which replicas share; the file has what was read last. A console
 * that doesn't ask stays usable without a database, one that does stays closed, and one whose damaged database was replaced
 * still asks.
 */
export class FactorSwitch {
  readonly #file: string
  readonly #store: Services['sharedStore']
  readonly #tables: FactorTables

  constructor({ settings, sharedStore }: Pick<Services, 'settings' | 'sharedStore'>, tables: FactorTables) {
    this.#file = join(settings.dataDir, FILE)
    this.#store = sharedStore
    this.#tables = tables
  }

  /** @throws AppError ConsoleStoreUnavailable */
  async read(): Promise<FactorMode> {
    const last = await this.#last()
    // A console that has kept nothing yet opens no database because somebody signs in.
    if (last === 'off' && !this.#store.isCreated()) return 'off'
    let found: FactorMode | undefined
    try {
      found = await this.#tables.mode()
    } catch (error) {
      if (last === 'off' && error instanceof AppError) return 'off'
      throw error
    }
    const mode = found ?? last
    // A full disk prevents no sign-in; the next one tries again.
    if (mode !== last) await this.#remember(mode).catch(() => undefined)
    return mode
  }

  /** @throws AppError ConsoleStoreUnavailable */
  async change(mode: FactorMode): Promise<void> {
    try {
      // A crash in between leaves it on.
      if (mode !== 'off') await this.#remember(mode)
      await this.#tables.setMode(mode)
      if (mode === 'off') await this.#remember(mode)
    } catch (cause) {
      throw new AppError('ConsoleStoreUnavailable', {}, { cause })
    }
  }

  async #last(): Promise<FactorMode> {
    const text = await readOptional(this.#file)
    if (text === undefined) return 'off'
    const { data } = z.safeParse(factorMode, text.trim())
    // What isn't legible was written for a reason.
    return data ?? 'required'
  }

  async #remember(mode: FactorMode): Promise<void> {
    if (mode !== 'off') return await writeDurably(this.#file, `${mode}\n`)
    await unlink(this.#file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}
