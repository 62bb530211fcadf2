import { deleteObject } from '@cooperage/contract'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { deleteMany } from '../delete-many.ts'
import type { Deletion } from './deletion.ts'
import type { ObjectRef } from './object-ref.ts'

interface Outcome {
  failed: { path: string; message: string }[]
  failedCount: number
}

interface Wanted {
  deletion: Deletion
  /** Including versions under governance retention. */
  bypass: boolean
}

const DONE: Outcome = { failed: [], failedCount: 0 }

/** Deletes the chosen versions. */
export function useDeletion(
  object: ObjectRef,
  onSuccess: (outcome: Outcome) => void,
): UseMutationResult<Outcome, ApiError, Wanted> {
  const { bucket, key, versionId } = object
  return useMutation<Outcome, ApiError, Wanted>({
    mutationFn: async ({ deletion, bypass }) => {
      if (deletion === 'all') return await deleteAllVersions(bucket, key, bypass)
      const version = deletion === 'version' && { version_id: versionId, bypass }
      await call(deleteObject, { params: { bucket }, query: { path: key, ...version } })
      return DONE
    },
    onSuccess,
  })
}

/** Call by call: a key can have more versions than one call can delete in time. */
async function deleteAllVersions(bucket: string, key: string, bypass: boolean): Promise<Outcome> {
  const outcome: Outcome = { failed: [], failedCount: 0 }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const query = { all_versions: true, in_parts: true, bypass, after }
    const part: Awaited<ReturnType<typeof deleteMany>> = await deleteMany({
      params: { bucket },
      query,
      body: [{ path: key }],
    })
    outcome.failed.push(...part.failed)
    outcome.failedCount += part.failed.length + part.alsoFailed
    after = part.next
  }
  return outcome
}
