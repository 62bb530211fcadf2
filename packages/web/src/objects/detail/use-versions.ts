import { LIST_PAGE_LIMIT, listObjects, type ObjectVersion } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../../shared/api/call.ts'
import { usePages } from '../../shared/api/use-pages.ts'
import { numbered } from './numbered.ts'
import type { ObjectRef } from './object-ref.ts'

const VERSIONS_KEY = 'objects.versions'
const START = { after: '', after_version: '' }

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
  return { query, rows: useMemo(() => numbered(rows, query.hasNextPage), [rows, query.hasNextPage]), isComplete }
}

/** Reloads the versions after a change. */
export function useVersionsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: [VERSIONS_KEY] }), [client])
}
