import { AppError, type deleteObjects, type RouteBody } from '@cooperage/contract'
import { walkSelection } from '../selection.ts'
import { deleteAllVersions, deleteBelow } from './delete-below.ts'
import type { Deletion } from './deletion.ts'

type Selected = RouteBody<typeof deleteObjects>[number]

/** Objects between two checks of the time limit. */
const IN_BATCH = 1000
/** Concurrent listings of all versions of an object. */
const IN_BATCH_OF_VERSIONS = 20

/**
 * Deletes the objects of a selection, then its folders, starting after `after` and for `partMs` at most. Returns where to
 * continue; undefined at the end.
 * @throws AppError InvalidInput for an invalid `after`
 */
export async function deleteSelection(
  deletion: Deletion,
  selection: readonly Selected[],
  after: string,
  partMs: number,
): Promise<string | undefined> {
  const end = performance.now() + partMs
  const steps = walkSelection(selection, after, {
    inBatch: deletion.allVersions ? IN_BATCH_OF_VERSIONS : IN_BATCH,
    onObjects: (rows) => deleteSelected(deletion, rows),
    async *below({ path }, from) {
      for (let last: string | undefined = from; ; ) {
        last = await deleteBelow(deletion, path, last, Math.max(0, end - performance.now()))
        if (last === undefined) return
        yield last
      }
    },
    fail: (path, error) => deletion.fail(path, error),
  })
  for await (const next of steps) if (performance.now() > end) return next
  return undefined
}

async function deleteSelected(deletion: Deletion, objects: readonly Selected[]): Promise<void> {
  const isWhole = ({ versionID }: Selected) => deletion.allVersions && versionID === ''
  await deletion.delete(
    objects
      .filter((object) => !isWhole(object))
      .map(({ path, versionID }) => ({ key: path, ...(versionID && { versionId: versionID }) })),
  )
  for (const object of objects) {
    if (!isWhole(object)) continue
    try {
      await deleteAllVersions(deletion, object.path)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
      deletion.fail(object.path, error)
    }
  }
}
