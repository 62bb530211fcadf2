import { getObjectDetails, setObjectTags } from '@cooperage/contract'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { addressOf, type ObjectRef } from './object-ref.ts'
import { useAfterChange } from './use-after-change.ts'

export type Tags = Readonly<Record<string, string>>

/**
 * Changes the tags of a version. S3 can only replace all tags together, so they are read first to keep what others have
 * set since.
 */
export function useWriteTags(
  object: ObjectRef,
  notice: () => string,
  onClose: () => void,
): UseMutationResult<void, ApiError, (stored: Tags) => Tags> {
  const afterChange = useAfterChange(onClose)
  return useMutation<void, ApiError, (stored: Tags) => Tags>({
    mutationFn: async (change) => {
      const { tags } = await call(getObjectDetails, addressOf(object))
      if (tags.unread !== null) throw new ApiError({ status: 403, ...tags.unread })
      await call(setObjectTags, { ...addressOf(object), body: { tags: { ...change(tags.values) } } })
    },
    onSuccess: () => afterChange(notice()),
  })
}
