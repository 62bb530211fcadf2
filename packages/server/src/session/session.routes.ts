import {
  ADMIN_FEATURE,
  AppError,
  accountPages,
  EMBEDDED_FEATURE,
  ENGINE_FEATURE,
  getSession,
  HEAL_FEATURE,
  hasPermission,
  jobPages,
  LOG_SEARCH_FEATURE,
  licensePages,
  PAGES,
  type Page,
} from '@cooperage/contract'
import { type AccountPermissions, accountPermissions } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { shortUserName } from '../shared/operator/cluster-user.ts'
import { allows } from '../shared/session/require-permission.ts'
import { accountKind } from './account-kind.ts'

export function sessionRoutes({ routes, services }: Registry): void {
  const { accounts, endpoint, settings } = services
  const isEmbedded = settings.tenant !== undefined
  // The account belongs to operator mode, which has the license of tenants too. Jobs would end with the visit.
  const others: readonly Page[] = isEmbedded ? [...accountPages, ...licensePages, ...jobPages] : []
  const pages = PAGES.filter((page) => !others.includes(page))
  routes.withSession(getSession, async ({ session, storage, request }) => {
    const [account, kind, server] = await Promise.all([
      accounts.refresh(session, storage),
      accountKind(session, storage),
      endpoint.profile(),
    ])
    const hasAdmin = server.kind !== 's3'
    if (!account.hasPolicy) throw new AppError('NoPolicy')
    // Root's name isn't returned: it is half of root's credentials.
    const accountName = isEmbedded || !hasAdmin ? session.account : account.accountName
    const policy = accountPermissions(account)
    const ofUser = policy.couldAllowOwn('admin:CreateUser') ? ('here' as const) : ('denied' as const)
    const passwordChange = kind === 'user' ? ofUser : kind
    const conditions = { ownPassword: passwordChange === 'here' }
    const isOpen = (page: Page) =>
      mayOpen(page, policy) &&
      (page.condition === undefined || conditions[page.condition]) &&
      (hasAdmin || !page.needsAdmin) &&
      // Nobody sells plans of MinIO for other servers.
      (server.kind === 'minio' || !licensePages.includes(page))
    const searchesLogs = services.auditArchive !== undefined && allows(policy, 'admin:ConsoleLog', request, services)
    return {
      status: 'ok' as const,
      operator: false,
      pages: pages.filter(isOpen).map(({ path }) => path),
      features: [
        ...(hasAdmin ? [ADMIN_FEATURE] : []),
        ...(account.hasSeveralDrives ? [HEAL_FEATURE] : []),
        ...(searchesLogs ? [LOG_SEARCH_FEATURE] : []),
        ...(isEmbedded ? [EMBEDDED_FEATURE] : []),
        ...(settings.runsEngine ? [ENGINE_FEATURE] : []),
      ],
      distributedMode: account.isErasure,
      folders: policy.namedFolders(),
      passwordChange,
      accountName,
      displayName: isEmbedded
        ? shortUserName(accountName)
        : (session.provider?.account ?? session.ldapUsername ?? accountName),
      way: session.way,
      provider: settings.openId?.find(({ id }) => id === session.provider?.id)?.name ?? '',
      expiresAt: new Date(session.endsAt).toISOString(),
      endingAt: new Date(session.endingAt).toISOString(),
      storage: settings.storageUrl.origin,
      product: server.product,
      storagePublic: settings.storagePublicUrl?.origin ?? '',
    }
  })

  routes.withSession(hasPermission, async ({ body, session, storage }) => {
    const policy = accountPermissions(await accounts.of(session, storage))
    const permissions = body.actions.map(({ id, action, bucket_name }) => ({
      id,
      can: policy.couldAllow([action], bucket_name),
    }))
    return { permissions }
  })
}

function mayOpen({ actions, needsAll }: Page, policy: AccountPermissions): boolean {
  if (needsAll) return actions.every((action) => policy.couldAllow([action]))
  return actions.length === 0 || policy.couldAllow(actions)
}
