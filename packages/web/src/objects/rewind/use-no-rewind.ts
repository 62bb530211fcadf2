import '../../messages/en/rewind.ts'
import { getVersioning, permissionError } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { PERMISSIONS } from '../permissions.ts'

const NEEDED = ['readVersioning', 'listVersions'] as const
type Can = Record<(typeof NEEDED)[number], boolean | undefined>

/** Why a bucket has no past to show; undefined where it has one. Who may not ask has nothing asked. */
export function useNoRewind(bucket: string, can: Can): string | undefined {
  const { t } = useTranslation(['rewind', 'objects'])
  const isAllowed = NEEDED.every((permission) => can[permission] === true)
  const { data, error } = useApiQuery(getVersioning, { params: { bucket } }, { staleTime: 60_000, enabled: isAllowed })
  for (const permission of NEEDED) {
    if (can[permission] === false) return permissionError(PERMISSIONS[permission], bucket)
  }
  if (error) return error.message
  if (data === undefined) return t('asking')
  return data.status === '' ? t('notVersioned') : undefined
}
