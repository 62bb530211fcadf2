import { ADMIN_FEATURE, hasPermission, IAM_FEATURE, permissionError, type Text, taskOf } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../shared/api/use-api.ts'
import { actionName } from './action-names.ts'
import { useSession } from './use-session.ts'

/** What users and groups of IAM don't have. */
const NOT_IN_IAM: ReadonlySet<string> = new Set(['admin:EnableUser', 'admin:EnableGroup'])

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
  errorOf: (action: string, bucket: string | undefined, task: Text) => string = permissionError,
) {
  const useCan = createUseCan(permissions)
  /** Why each of the permissions is denied on a bucket ('': on any); undefined if it isn't, or isn't known. */
  return function useDenied<P extends Permission>(bucket: string, ...wanted: P[]): Record<P, string | undefined> {
    const can = useCan(bucket, ...wanted)
    const { t } = useTranslation('shared')
    const session = useSession()
    const has = (feature: string) => session?.features.includes(feature) === true
    const lacksAccounts = session && !session.operator && !has(ADMIN_FEATURE) && !has(IAM_FEATURE)
    const reasons: Partial<Record<P, string | undefined>> = {}
    for (const id of wanted) {
      const action = actionName(permissions[id], session?.features ?? [])
      if (can[id] !== false) reasons[id] = undefined
      else if (lacksAccounts && action.startsWith('admin:')) reasons[id] = t('onlyS3', session)
      else if (has(IAM_FEATURE) && NOT_IN_IAM.has(permissions[id])) reasons[id] = t('notInIam')
      else reasons[id] = errorOf(action, bucket || undefined, taskOf(permissions[id]))
    }
    return reasons as Record<P, string | undefined>
  }
}
