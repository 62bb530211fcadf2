import { listObjects } from '@cooperage/contract'
import { useApiQuery } from '../../shared/api/use-api.ts'
import type { CopyUnit } from './copy-work.ts'
import { completionOf, type Destination, folderOfPath } from './destination.ts'
import { READ_ENTRIES } from './FolderChooser.tsx'

/**
 * How many of the objects have a name that is taken, according to the first page of the target folder. Loaded once a folder is
 * chosen, not for each typed letter: only the displayed text depends on it.
 */
export function useNameConflicts({ bucket, path }: Destination, units: readonly CopyUnit[], isWanted = true): number {
  const folder = folderOfPath(path)
  const isChosen = isWanted && completionOf(path).start === ''
  const query = { prefix: folder, limit: READ_ENTRIES }
  const { data } = useApiQuery(listObjects, { params: { bucket }, query }, { staleTime: 5000, enabled: isChosen })
  if (!isChosen || data === undefined) return 0
  const names = new Set(data.objects.map(({ name }) => name))
  return units.filter(({ target }) => !target.endsWith('/') && names.has(target)).length
}
