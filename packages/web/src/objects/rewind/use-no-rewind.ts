import './rewind-messages.ts'
import { getVersioning } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { PERMISSIONS, useCan } from '../../session/index.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'

/** Why a bucket has no past to show; undefined where it has one. */
export function useNoRewind(bucket: string): string | undefined {
  const { t } = useTranslation(['rewind', 'objects'])
  const can = useCan(bucket, 'readVersioning', 'listVersions')
  const isAllowed = can.readVersioning === true && can.listVersions === true
  const { data, error } = useApiQuery(getVersioning, { params: { bucket } }, { staleTime: 60_000, enabled: isAllowed })
  for (const permission of ['readVersioning', 'listVersions'] as const) {
    if (can[permission] === false) return t('objects:lacks', { action: PERMISSIONS[permission], resource: bucket })
  }
  if (error) return error.message
  if (data === undefined) return t('asking')
  return data.status === '' ? t('notVersioned') : undefined
}
