import { permissionError } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { PERMISSIONS, useCan } from './permissions.ts'
import { useNoRewind } from './rewind/use-no-rewind.ts'

/** Why something cannot be done in a folder; undefined where it can, or where only the storage knows. */
export interface FolderRights {
  noRead: string | undefined
  noWrite: string | undefined
  noDelete: string | undefined
  noRewind: string | undefined
}

/** What the session may do in a bucket. In one that is not there nothing can be written. */
export function useFolderRights(bucket: string, isMissing: boolean): FolderRights {
  const { t } = useTranslation('objects')
  const can = useCan(bucket, 'readObject', 'writeObject', 'deleteObject', 'readVersioning', 'listVersions')
  const lacks = (permission: keyof typeof can) =>
    can[permission] === false ? permissionError(PERMISSIONS[permission], bucket) : undefined
  return {
    noRead: lacks('readObject'),
    noWrite: isMissing ? t('noSuchBucket') : lacks('writeObject'),
    noDelete: lacks('deleteObject'),
    noRewind: useNoRewind(bucket, can),
  }
}
