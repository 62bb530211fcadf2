/** A folder of 100,000 objects is deleted as the page does it, in parts; the storage itself gets a thousand keys at a time. */
import type { Options } from '../../options.ts'
import { peakMib, resetPeak } from '../../process-cost.ts'
import { atMost, type Row } from '../../result.ts'
import { SCALE, scaled } from '../../scale.ts'
import { onStage, type Stage } from '../../stage.ts'
import { fill } from './fill.ts'

const BUCKET = 'bench-deletion'
const KEYS_OF_A_CALL = 1000
const SERVER_MIB = 150

const keyOf = (folder: string) => (index: number) => `${folder}/object-${String(index).padStart(6, '0')}`

export function measureDeletion(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    const keys = scaled(SCALE.keys, options)
    await stage.direct.createBucket(BUCKET)
    for (const folder of ['ours', 'direct']) await fill(stage, BUCKET, keys, keyOf(folder))
    const { pid } = stage.console
    resetPeak(pid)
    const { allMs, longestMs } = await deleteFolder(stage, keys)
    const directMs = await deleteDirect(stage, keys)
    return [
      { what: `delete a folder of ${keys}`, unit: 's', ours: [allMs / 1000], direct: [directMs / 1000] },
      { what: '… longest time without progress', unit: 'ms', ours: [longestMs] },
      { what: '… console memory at most', unit: 'MiB', ours: [peakMib(pid)], target: atMost(SERVER_MIB, 'MiB') },
    ]
  })
}

async function deleteFolder({ visitor }: Stage, keys: number): Promise<{ allMs: number; longestMs: number }> {
  const startedAt = performance.now()
  let longestMs = 0
  let total = 0
  const query = new URLSearchParams({ in_parts: 'true' })
  for (;;) {
    const partAt = performance.now()
    const path = `/api/v1/buckets/${BUCKET}/delete-objects?${query}`
    const response = await visitor.post(path, [{ path: 'ours/', recursive: true }])
    const { deleted, failed, next } = response as { deleted: number; failed: unknown[]; next?: string }
    if (failed.length > 0) throw new Error(`${failed.length} objects could not be deleted`)
    total += deleted
    longestMs = Math.max(longestMs, performance.now() - partAt)
    if (next === undefined) break
    query.set('after', next)
  }
  if (total !== keys) throw new Error(`${total} of ${keys} objects were deleted`)
  return { allMs: performance.now() - startedAt, longestMs }
}

async function deleteDirect({ direct }: Stage, keys: number): Promise<number> {
  const startedAt = performance.now()
  const all = Array.from({ length: keys }, (_, index) => keyOf('direct')(index))
  for (let at = 0; at < keys; at += KEYS_OF_A_CALL) await direct.deleteMany(BUCKET, all.slice(at, at + KEYS_OF_A_CALL))
  return performance.now() - startedAt
}
