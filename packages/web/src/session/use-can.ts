import { ADMIN_FEATURE, hasPermission, IAM_FEATURE, permissionError, type Text, taskOf } from '@cooperage/contract'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import { createBatchLoader } from '../shared/api/batch-loader.ts'
import { call } from '../shared/api/call.ts'
import { apiQuery } from '../shared/api/use-api.ts'
import { actionName } from './action-names.ts'
import { useSession } from './use-session.ts'

/** What users and groups of IAM don't have. */
const NOT_IN_IAM: ReadonlySet<string> = new Set(['admin:EnableUser', 'admin:EnableGroup'])

/** Policies change rarely, and the storage server authorizes every call anyway. */
const STALE_MS = 60_000

interface Action {
  id: string
  action: string
  bucket_name: string
}

/** What the parts of a page ask at the same time is one call, which admits so many actions. */
const loader = createBatchLoader<boolean, Action>({
  waitMs: 0,
  atMost: 1_000,
  call: async (actions, signal) =>
    (await call(hasPermission, { body: { actions } }, signal)).permissions.map(({ can }) => can),
})

/** Which of the actions the account may perform, by their ids. Empty until the server has responded, and if it couldn't. */
export function usePermissions(actions: Action[]): ReadonlyMap<string, boolean> {
  const { data } = usePermissionQuery(actions)
  return new Map(data?.permissions.map(({ id, can }) => [id, can]))
}

function usePermissionQuery(actions: Action[]) {
  return useQuery({
    ...apiQuery(hasPermission, { body: { actions } }),
    queryFn: async ({ signal }) => {
      const load = async (action: Action) => ({ id: action.id, can: await loader.load(action, signal) })
      return { permissions: await Promise.all(actions.map(load)) }
    },
    staleTime: STALE_MS,
    enabled: actions.length > 0,
  })
}

const actionsOf = <P extends string>(permissions: Readonly<Record<P, string>>, bucket: string, wanted: readonly P[]) =>
  wanted.map((id) => ({ id, action: permissions[id], bucket_name: bucket }))

/**
 * Creates the hook with which a page waits for permissions, to choose by them what it shows first: whether the server has
 * responded, or couldn't.
 */
export function createUseSettled<Permission extends string>(permissions: Readonly<Record<Permission, string>>) {
  // A repeated request is pending again if the first one failed.
  return function useSettled(bucket: string, ...wanted: Permission[]): boolean {
    return usePermissionQuery(actionsOf(permissions, bucket, wanted)).isFetched
  }
}

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
    const known = usePermissions(actionsOf(permissions, bucket, wanted))
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
    const t = useTexts('shared')
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
