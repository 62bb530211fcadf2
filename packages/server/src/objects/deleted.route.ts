import { type DeletedObject, listDeletedObjects } from '@cooperage/contract'
import { listObjectVersionsPage } from '@cooperage/storage-client'
import type { ListedVersion } from '@cooperage/wire'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** How long one call reads before it returns how far it got. */
const CALL_MS = 700

export function deletedRoute({ routes }: Registry): void {
  routes.withSession(
    listDeletedObjects,
    async ({ params, query, storage }) => {
      const bucket = validBucketName(params.bucket)
      const { prefix, text, after } = query
      const wanted = text.toLowerCase()
      const end = performance.now() + CALL_MS
      const objects: DeletedObject[] = []
      const collect = new DeletedKeys((object) => {
        if (object.name.slice(prefix.length).toLowerCase().includes(wanted)) objects.push(object)
      })
      let looked = 0
      let from: { keyMarker?: string; versionIdMarker?: string } = after === '' ? {} : { keyMarker: after }
      for (;;) {
        const page = await withStorageErrors(
          { action: 's3:ListBucketVersions', bucket, key: prefix },
          listObjectVersionsPage(storage, bucket, { prefix, ...from }),
        )
        looked += page.versions.length
        const complete = collect.add(page.versions)
        const { isTruncated, nextKeyMarker: keyMarker, nextVersionIdMarker: versionIdMarker } = page
        if (!isTruncated || keyMarker === undefined) return { objects, looked }
        if (performance.now() > end && complete !== undefined) {
          // The key that isn't complete is read again, so that nothing of it is reported twice.
          return { objects: objects.filter(({ name }) => name !== collect.key), looked, next: complete }
        }
        from = { keyMarker, ...(versionIdMarker !== undefined && { versionIdMarker }) }
      }
    },
    { isLong: true },
  )
}

/** Finds the deleted objects among the versions of a listing, which has those of each key from the newest on. */
class DeletedKeys {
  readonly #onFound: (object: DeletedObject) => void
  /** The key whose versions are being added. */
  key: string | undefined
  /** When the key was deleted; undefined if it wasn't. */
  #deletedAt: number | undefined
  #isFound = false

  constructor(onFound: (object: DeletedObject) => void) {
    this.#onFound = onFound
  }

  /** Returns the last key that is complete; undefined if none became so. */
  add(versions: readonly ListedVersion[]): string | undefined {
    let complete: string | undefined
    for (const version of versions) {
      if (version.key !== this.key) {
        complete = this.key
        this.key = version.key
        this.#isFound = false
        this.#deletedAt = version.isLatest && version.isDeleteMarker ? version.lastModified : undefined
      }
      if (this.#deletedAt === undefined || this.#isFound || version.isDeleteMarker) continue
      this.#isFound = true
      this.#onFound({
        name: version.key,
        deleted_at: new Date(this.#deletedAt).toISOString(),
        version_id: version.versionId,
        size: version.size,
        last_modified: new Date(version.lastModified).toISOString(),
      })
    }
    return complete
  }
}
