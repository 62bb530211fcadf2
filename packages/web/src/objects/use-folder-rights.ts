import { useTranslation } from 'react-i18next'
import { useCan, useDenied } from './index.ts'
import { useNoRewind } from './rewind/use-no-rewind.ts'

const ACTIONS = ['readObject', 'writeObject', 'deleteObject', 'readVersioning', 'listVersions'] as const

/** Why something can't be done in a folder; undefined where it can, or where only the storage server can tell. */
export interface FolderRights {
  noRead: string | undefined
  noWrite: string | undefined
  noDelete: string | undefined
  noRewind: string | undefined
}

/** What the session may do in a bucket. Nothing can be written to a missing one. */
export function useFolderRights(bucket: string, isMissing: boolean): FolderRights {
  const { t } = useTranslation('objects')
  const can = useCan(bucket, ...ACTIONS)
  const denied = useDenied(bucket, ...ACTIONS)
  return {
    noRead: denied.readObject,
    noWrite: isMissing ? t('noSuchBucket') : denied.writeObject,
    noDelete: denied.deleteObject,
    noRewind: useNoRewind(bucket, can, denied),
  }
}
