import { DELETIONS_PAGE, type FoundDeletion, findDeletions } from '@cooperage/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { type BatchLoader, createBatchLoader } from '../../shared/api/batch-loader.ts'
import { call } from '../../shared/api/call.ts'
import layout from '../../shared/layout.module.css'
import { useSettled } from '../../shared/table/use-settled.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import type { Entry } from '../entry.ts'

/** Finds who deleted the objects on screen; an item is the time of the deletion, a space, and the key. */
export function useDeletionLoader(bucket: string): BatchLoader<FoundDeletion | null> {
  return useMemo(
    () =>
      createBatchLoader({
        waitMs: 0,
        atMost: DELETIONS_PAGE,
        call: async (items: string[], signal: AbortSignal) => {
          const objects = items.map((item) => {
            const space = item.indexOf(' ')
            return { deleted_at: item.slice(0, space), name: item.slice(space + 1) }
          })
          const { deletions } = await call(findDeletions, { body: { bucket, objects } }, signal)
          const byName = new Map(deletions.map((deletion) => [deletion.name, deletion]))
          return objects.map(({ name }) => byName.get(name) ?? null)
        },
      }),
    [bucket],
  )
}

interface DeletedByProps {
  bucket: string
  /** `modified`: when it was deleted. */
  entry: Pick<Entry, 'key' | 'modified'>
  loader: BatchLoader<FoundDeletion | null>
}

/** Who deleted an object, with the address of the client; a dash if the audit log doesn't know. */
export function DeletedBy({ bucket, entry, loader }: DeletedByProps) {
  const t = useTexts('deletedObjects')
  const item = `${entry.modified} ${entry.key}`
  const { data } = useQuery({
    queryKey: [findDeletions.id, bucket, item],
    enabled: useSettled(),
    queryFn: ({ signal }) => loader.load(item, signal),
    // A deletion in the past has the same author forever; one that was just made arrives in the log a little later.
    staleTime: 60_000,
  })
  if (data === undefined) return null
  if (data === null) {
    return (
      <span className={layout.muted} title={t('unknown')}>
        –
      </span>
    )
  }
  return <span title={data.remote_host}>{data.user === '' ? t('anonymous') : <ObjectName name={data.user} />}</span>
}
