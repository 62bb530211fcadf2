import type { getObjectLocking, RouteResponse } from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../shared/api/api-error.ts'
import { SettingCard } from './SettingCard.tsx'

/** Set when the bucket is created: there is nothing to edit. */
export function LockingCard({ query }: { query: UseQueryResult<RouteResponse<typeof getObjectLocking>, ApiError> }) {
  const { t } = useTranslation('bucket')
  return (
    <SettingCard label={t('summary.locking.label')} query={query}>
      {({ object_locking_enabled: isOn }) => ({
        value: t(isOn ? 'summary.locking.on' : 'summary.locking.off'),
        note: t(isOn ? 'summary.locking.onNote' : 'summary.locking.offNote'),
      })}
    </SettingCard>
  )
}
