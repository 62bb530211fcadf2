import { AppError, type deleteObjects, type RouteBody } from '@cooperage/contract'
import { deleteAllVersions, deleteBelow } from './delete-below.ts'
import type { Deletion } from './deletion.ts'

type Selected = RouteBody<typeof deleteObjects>[number]

/** Objects between two looks at the clock. */
const IN_BATCH = 1000
/** Where all versions of each object are looked up. */
const IN_BATCH_OF_VERSIONS = 20

/**
 * Deletes the objects of a selection, then its folders, from `after` on and for `partMs` at most. Tells where to go on;
 * undefined at the end. Such a text is the number of things that are done with, a colon, and the last key in a folder.
 * @throws AppError InvalidInput for an `after` that is none
 */
export async function deleteSelection(
  deletion: Deletion,
  selection: readonly Selected[],
  after: string,
  partMs: number,
): Promise<string | undefined> {
  const [, done = '', key = ''] = /^(\d{1,5}):(.*)$/s.exec(after || '0:') ?? []
  if (done === '') throw new AppError('InvalidInput', { reason: 'after is not from an answer of this call' })
  const end = performance.now() + partMs
  const objects = selection.filter(({ recursive }) => !recursive)
  const folders = selection.filter(({ recursive }) => recursive)
  let at = Number(done)

  const step = deletion.allVersions ? IN_BATCH_OF_VERSIONS : IN_BATCH
  while (at < objects.length) {
    await deleteSelected(deletion, objects.slice(at, at + step))
    at = Math.min(at + step, objects.length)
    if (performance.now() > end && at < selection.length) return `${at}:`
  }
  let inside = key
  for (const { path } of folders.slice(at - objects.length)) {
    const last = await deleteFolder(deletion, path, inside, Math.max(0, end - performance.now()))
    if (last !== undefined) return `${at}:${last}`
    inside = ''
    at += 1
    if (performance.now() > end && at < selection.length) return `${at}:`
  }
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
    if (isWhole(object)) await orFailed(deletion, object.path, deleteAllVersions(deletion, object.path))
  }
}

function deleteFolder(deletion: Deletion, path: string, after: string, partMs: number) {
  return orFailed(deletion, path, deleteBelow(deletion, path, after, partMs))
}

/** What cannot even be listed is a failure like others: the rest is deleted all the same. */
async function orFailed<T>(deletion: Deletion, path: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
    deletion.fail(path, error)
    return undefined
  }
}
