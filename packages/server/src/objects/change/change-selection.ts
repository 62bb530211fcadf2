import { AppError } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { inParallel } from '../../shared/in-parallel.ts'
import { affectsAllObjects } from '../../shared/storage-errors.ts'
import type { FailureList } from '../failure-list.ts'
import { keysBelow, type Selected, type SelectionWork } from '../selection.ts'
import type { ChangeOne } from './change-one.ts'

const AT_ONCE = 8
/** Objects between two checks of the time limit. */
const IN_BATCH = 100

/** Changes each object, and lists the failures in the order of the keys. */
export class ChangeSelection implements SelectionWork<Selected> {
  readonly inBatch = IN_BATCH
  changed = 0
  private readonly storage: StorageClient
  private readonly bucket: string
  private readonly change: ChangeOne
  private readonly failures: FailureList

  constructor(storage: StorageClient, bucket: string, change: ChangeOne, failures: FailureList) {
    this.storage = storage
    this.bucket = bucket
    this.change = change
    this.failures = failures
  }

  async onObjects(rows: readonly Selected[]): Promise<void> {
    await this.all(rows.map(({ path }) => path))
  }

  async *below({ path }: Selected, after: string): AsyncGenerator<string> {
    for await (const { keys } of keysBelow(this.storage, this.bucket, path, after)) {
      for (let at = 0; at < keys.length; at += IN_BATCH) {
        const batch = keys.slice(at, at + IN_BATCH)
        await this.all(batch)
        yield batch.at(-1) ?? after
      }
    }
  }

  fail(path: string, { message }: AppError): void {
    this.failures.add({ path, message })
  }

  private async all(keys: readonly string[]): Promise<void> {
    const refused = new Map<string, AppError>()
    await inParallel(keys, AT_ONCE, async (key) => {
      try {
        await this.change(key)
      } catch (error) {
        if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
        refused.set(key, error)
      }
    })
    this.changed += keys.length - refused.size
    for (const key of keys) {
      const error = refused.get(key)
      if (error !== undefined) this.fail(key, error)
    }
  }
}
