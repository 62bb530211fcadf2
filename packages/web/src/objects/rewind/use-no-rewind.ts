import '../../messages/en/rewind.ts'
import { getVersioning } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import type { Permission } from '../index.ts'

type Needed = Extract<Permission, 'readVersioning' | 'listVersions'>

/** Why a bucket can't be rewound; undefined where it can. Requests only what the account may read. */
export function useNoRewind(
  bucket: string,
  can: Record<Needed, boolean | undefined>,
  denied: Record<Needed, string | undefined>,
): string | undefined {
  const { t } = useTranslation(['rewind', 'objects'])
  const isAllowed = can.readVersioning === true && can.listVersions === true
  const { data, error } = useApiQuery(getVersioning, { params: { bucket } }, { staleTime: 60_000, enabled: isAllowed })
  const reason = denied.readVersioning ?? denied.listVersions
  if (reason !== undefined) return reason
  if (error) return error.message
  if (data === undefined) return t('checking')
  return data.status === '' ? t('notVersioned') : undefined
}
