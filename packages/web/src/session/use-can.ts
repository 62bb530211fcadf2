import { ADMIN_FEATURE, hasPermission, permissionError } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useSession } from './use-session.ts'

/** Policies change rarely, and the storage server authorizes every call anyway. */
const STALE_MS = 60_000

/**
 * Creates the hook with which the pages of a feature check permissions. `permissions`: the actions by the names that the pages
 * use for them; the names are those of the specification if it has one.
 */
export function createUseCan<Permission extends string>(permissions: Readonly<Record<Permission, string>>) {
  /**
   * Which of the permissions the account has on a bucket ('': on any). Undefined until the server has responded, and if it
   * couldn't: controls that require a permission are then hidden, others are left to the storage server.
   */
  return function useCan<P extends Permission>(bucket: string, ...wanted: P[]): Record<P, boolean | undefined> {
    const actions = wanted.map((id) => ({ id, action: permissions[id], bucket_name: bucket }))
    const { data } = useApiQuery(
      hasPermission,
      { body: { actions } },
      { staleTime: STALE_MS, enabled: wanted.length > 0 },
    )
    const known = new Map(data?.permissions.map((permission) => [permission.id, permission.can]))
    const can: Partial<Record<P, boolean | undefined>> = {}
    for (const id of wanted) can[id] = known.get(id)
    return can as Record<P, boolean | undefined>
  }
}

/**
 * Creates the hook with which the pages of a feature disable what isn't permitted, with the reason that the control shows. In
 * operator mode, namespaces take the place of buckets.
 */
export function createUseDenied<Permission extends string>(
  permissions: Readonly<Record<Permission, string>>,
  errorOf: (action: string, bucket?: string) => string = permissionError,
) {
  const useCan = createUseCan(permissions)
  /** Why each of the permissions is denied on a bucket ('': on any); undefined if it isn't, or isn't known. */
  return function useDenied<P extends Permission>(bucket: string, ...wanted: P[]): Record<P, string | undefined> {
    const can = useCan(bucket, ...wanted)
    const { t } = useTranslation('shared')
    const session = useSession()
    const lacksAdmin = session && !session.operator && !session.features.includes(ADMIN_FEATURE)
    const reasons: Partial<Record<P, string | undefined>> = {}
    for (const id of wanted) {
      if (can[id] !== false) reasons[id] = undefined
      else if (lacksAdmin && permissions[id].startsWith('admin:')) reasons[id] = t('onlyS3', session)
      else reasons[id] = errorOf(permissions[id], bucket || undefined)
    }
    return reasons as Record<P, string | undefined>
  }
}
