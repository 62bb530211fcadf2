import '../messages/en/rewind.ts'
import { getVersioning } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { type Permission, useCan, useDenied } from './index.ts'

const ACTIONS = ['readObject', 'writeObject', 'deleteObject', 'readVersioning', 'listVersions'] as const

/** Why something can't be done in a folder; undefined where it can, or where only the storage server can tell. */
export interface FolderRights {
  readDenied: string | undefined
  writeDenied: string | undefined
  deleteDenied: string | undefined
  rewindDenied: string | undefined
}

/** What the session may do in a bucket. Nothing can be written to a missing one. */
export function useFolderRights(bucket: string, isMissing: boolean): FolderRights {
  const t = useTexts('objects')
  const can = useCan(bucket, ...ACTIONS)
  const denied = useDenied(bucket, ...ACTIONS)
  return {
    readDenied: denied.readObject,
    writeDenied: isMissing ? t('noSuchBucket') : denied.writeObject,
    deleteDenied: denied.deleteObject,
    rewindDenied: useRewindDenied(bucket, can, denied),
  }
}

type Needed = Extract<Permission, 'readVersioning' | 'listVersions'>

/** Why a bucket can't be rewound; undefined where it can. Requests only what the account may read. */
function useRewindDenied(
  bucket: string,
  can: Record<Needed, boolean | undefined>,
  denied: Record<Needed, string | undefined>,
): string | undefined {
  const t = useTexts(['rewind', 'objects'])
  const isAllowed = can.readVersioning === true && can.listVersions === true
  const { data, error } = useApiQuery(getVersioning, { params: { bucket } }, { staleTime: 60_000, enabled: isAllowed })
  const reason = denied.readVersioning ?? denied.listVersions
  if (reason !== undefined) return reason
  if (error) return error.message
  if (data === undefined) return t('checking')
  return data.status === '' ? t('notVersioned') : undefined
}
