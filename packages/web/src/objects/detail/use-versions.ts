import { LIST_PAGE_LIMIT, listObjects, type ObjectVersion } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../../shared/api/call.ts'
import { usePages } from '../../shared/api/use-pages.ts'
import type { ObjectRef } from './object-ref.ts'

const VERSIONS_KEY = 'objects.versions'
const START = { after: '', after_version: '' }

/** A version with its number: the oldest is v1. Unknown until all older ones are loaded. */
export interface NumberedVersion extends ObjectVersion {
  number: number | undefined
}

/** Numbers versions, given from the newest to the oldest. */
function numberVersions(rows: readonly ObjectVersion[], hasMore: boolean): readonly NumberedVersion[] {
  return rows.map((row, index) => ({ ...row, number: hasMore ? undefined : rows.length - index }))
}

/** The versions of one key, the newest first. */
export function useVersions({ bucket, key }: ObjectRef) {
  const { query, rows, isComplete } = usePages<ObjectVersion, typeof START>(
    [VERSIONS_KEY, bucket, key],
    START,
    async (from, signal) => {
      const wanted = { prefix: key, with_versions: true, limit: LIST_PAGE_LIMIT, ...from }
      const { objects, next, next_version } = await call(listObjects, { params: { bucket }, query: wanted }, signal)
      return {
        rows: objects.filter((row): row is ObjectVersion => 'version_id' in row && row.name === key),
        next: next === undefined ? undefined : { after: next, after_version: next_version ?? '' },
      }
    },
  )
  return { query, rows: useMemo(() => numberVersions(rows, query.hasNextPage), [rows, query.hasNextPage]), isComplete }
}

/** Reloads the versions after a change. */
export function useReloadVersions(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: [VERSIONS_KEY] }), [client])
}
