import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type FactorMode, factorMode } from '@cooperage/contract'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { readOptional, writeDurably } from '../data-folder.ts'
import type { Services } from '../services.ts'
import type { FactorTables } from './factor-tables.ts'

/** The mode that was read last, in the data folder. With a database of its own a console has none while it is off. */
const FILE = 'second-factor'

/**
 * Whether a console asks for second factors. The database has it, which replicas can share; the file has what was read last. A
 * console that doesn't ask stays usable without a database, one that does stays closed, and so does one that has never read what
 * its replicas share. One whose database was lost asks everybody.
 */
export class FactorSwitch {
  readonly #file: string
  readonly #store: Services['sharedStore']
  readonly #tables: FactorTables
  readonly #log: Pick<FastifyBaseLogger, 'error'>
  readonly #isShared: boolean

  constructor(
    { settings, sharedStore }: Pick<Services, 'settings' | 'sharedStore'>,
    tables: FactorTables,
    log: Pick<FastifyBaseLogger, 'error'>,
  ) {
    this.#file = join(settings.dataDir, FILE)
    this.#store = sharedStore
    this.#tables = tables
    this.#log = log
    this.#isShared = settings.auditStore instanceof URL
  }

  /** @throws AppError ConsoleStoreUnavailable */
  async read(): Promise<FactorMode> {
    const last = await this.#last()
    // A console that has kept nothing yet opens no database because somebody signs in.
    if ((last === undefined || last === 'off') && !this.#store.isCreated()) return 'off'
    let found: FactorMode | undefined
    try {
      found = await this.#tables.mode()
    } catch (error) {
      // Others can have turned on what replicas share.
      const isOff = last === 'off' || (last === undefined && !this.#isShared)
      if (isOff && error instanceof AppError) return 'off'
      throw error
    }
    const mode = found ?? (await this.#withoutRow(last))
    // A full disk prevents no sign-in; the next one tries again.
    if (mode !== last) await this.#remember(mode).catch((error) => this.#notKept(error))
    return mode
  }

  /** @throws AppError ConsoleStoreUnavailable */
  async change(mode: FactorMode): Promise<void> {
    const last = await this.#last()
    try {
      // A crash in between leaves it on.
      if (mode !== 'off') await this.#remember(mode)
      await this.#tables.setMode(mode)
      if (mode === 'off') await this.#remember(mode)
    } catch (cause) {
      if (mode !== 'off') await this.#remember(last ?? 'off').catch((error) => this.#notKept(error))
      throw new AppError('ConsoleStoreUnavailable', {}, { cause })
    }
  }

  /** The mode if the database has none. One that has lost the mode has lost the factors too. */
  async #withoutRow(last: FactorMode | undefined): Promise<FactorMode> {
    if (last === undefined || last === 'off') return 'off'
    this.#log.error('the database has lost the second factors: everybody who signs in with keys sets up a new one')
    await this.#tables.setMode('required')
    return 'required'
  }

  #notKept(err: unknown): void {
    this.#log.error({ err }, 'the mode of second factors could not be kept in the data folder')
  }

  async #last(): Promise<FactorMode | undefined> {
    const text = await readOptional(this.#file)
    if (text === undefined) return undefined
    const { data } = z.safeParse(factorMode, text.trim())
    // What isn't legible was written for a reason.
    return data ?? 'required'
  }

  async #remember(mode: FactorMode): Promise<void> {
    if (mode !== 'off' || this.#isShared) return await writeDurably(this.#file, `${mode}\n`)
    await unlink(this.#file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}
