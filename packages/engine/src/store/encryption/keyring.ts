/**
 * The master keys of a data folder. The first key is created by the first encryption, in this order: the key file is made
 * durable, the index records the key id, and only then is anything encrypted. So a missing or wrong file can be distinguished
 * from one that wasn't needed yet, and no key is ever created in place of a lost one.
 */
import { randomBytes } from 'node:crypto'
import { ChunkEncrypter, KEY_BYTES } from '../files/sealed-chunks.ts'
import { type DocumentStore, StoreError } from '../store.ts'
import { type KeyFile, newKeyFileText, parseKeyFile } from './key-file.ts'
import { type MasterKey, masterKeyIdOf, sealKey, unsealKey } from './sealed-key.ts'

/** Document namespace that records the ids of used keys. */
export const KEYS_SPACE = 'encryption-keys'

/** Encrypts one new content. */
export interface ContentEncryption {
  encrypter: ChunkEncrypter
  /** The sealed key for the index, at the end of the content. */
  seal(size: number): string
}

export class Keyring {
  readonly #file: KeyFile
  readonly #documents: Pick<DocumentStore, 'ids' | 'put'>
  #keys: readonly MasterKey[] = []
  #problem: string | undefined
  /** Whether the index has recorded the id of the last key. */
  #isNoted = false
  #making: Promise<void> | undefined

  static async open(file: KeyFile, documents: Pick<DocumentStore, 'ids' | 'put'>): Promise<Keyring> {
    const keyring = new Keyring(file, documents)
    await keyring.#load()
    return keyring
  }

  private constructor(file: KeyFile, documents: Pick<DocumentStore, 'ids' | 'put'>) {
    this.#file = file
    this.#documents = documents
  }

  /** Why encrypted content can't be read or created, with the path of the file. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** @throws StoreError EncryptionKeyMissing, StorageFull, StorageFailed */
  async newContent(): Promise<ContentEncryption> {
    const master = await this.#current()
    const key = randomBytes(KEY_BYTES)
    return { encrypter: new ChunkEncrypter(key), seal: (size) => sealKey(master, key, size) }
  }

  /** Ensures that a master key is available. @throws StoreError EncryptionKeyMissing, StorageFull, StorageFailed */
  async ready(): Promise<void> {
    await this.#current()
  }

  /** Unseals the key of a content of this size. `name` appears in errors. @throws StoreError EncryptionKeyMissing, ObjectDamaged */
  unseal(sealed: string, size: number, name: string): Uint8Array {
    const id = masterKeyIdOf(sealed)
    if (id === undefined) throw new StoreError('ObjectDamaged', `The key of ${name} is damaged.`)
    const master = this.#keys.find((key) => key.id === id)
    if (master === undefined) {
      throw new StoreError('EncryptionKeyMissing', `The object is encrypted with the key ${id}, which ${WITHOUT_KEY}`)
    }
    const key = unsealKey(master, sealed, size)
    if (key === undefined) throw new StoreError('ObjectDamaged', `The key of ${name} is damaged, or its size.`)
    return key
  }

  /** Only the first call is asynchronous. */
  async #current(): Promise<MasterKey> {
    this.#refuseProblem()
    const known = this.#keys.at(-1)
    if (known !== undefined && this.#isNoted) return known
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined
    })
    await this.#making
    this.#refuseProblem()
    const made = this.#keys.at(-1)
    if (made === undefined) throw new Error('The key file has no key after it was created.')
    return made
  }

  async #make(): Promise<void> {
    if (this.#keys.length === 0) {
      await this.#file.create(newKeyFileText())
      await this.#load()
    }
    const id = this.#keys.at(-1)?.id
    if (id === undefined) return
    await this.#documents.put(KEYS_SPACE, id, { usedSince: Date.now() })
    this.#isNoted = true
  }

  async #load(): Promise<void> {
    const { path } = this.#file
    const used = this.#documents.ids(KEYS_SPACE)
    try {
      const text = await this.#file.read()
      this.#keys = text === undefined ? [] : parseKeyFile(text)
    } catch (error) {
      this.#problem = `The keys of encrypted objects in ${path} can't be read: ${error instanceof Error ? error.message : error}. ${REMEDY}`
      return
    }
    this.#isNoted = used.some((id) => id === this.#keys.at(-1)?.id)
    const missing = used.filter((id) => this.#keys.every((key) => key.id !== id))
    if (missing.length === 0) return
    const where = this.#keys.length === 0 ? `is missing: there is no file ${path}` : `is not in the file ${path}`
    this.#problem = `The key ${missing.join(', ')} of encrypted objects ${where}. ${REMEDY}`
  }

  #refuseProblem(): void {
    if (this.#problem === undefined) return
    throw new StoreError('EncryptionKeyMissing', `Nothing can be encrypted: a key of encrypted objects ${WITHOUT_KEY}`)
  }
}

/** The path of the file is hidden from clients. */
const WITHOUT_KEY = 'is missing on this server. Administrators find instructions in the server log.'
const REMEDY =
  "Restore the original file and restart. Until then encrypted objects can't be read and nothing can be encrypted. No replacement key is created."
