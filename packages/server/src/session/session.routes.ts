import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  ACTIVITY_FEATURE,
  ADMIN_FEATURE,
  ALERTS_FEATURE,
  AppError,
  accountPages,
  BATCH_JOBS_FEATURE,
  EMBEDDED_FEATURE,
  ENGINE_FEATURE,
  GARAGE_FEATURE,
  getSession,
  HEAL_FEATURE,
  hasPermission,
  IAM_FEATURE,
  jobPages,
  KMS_FEATURE,
  LOG_SEARCH_FEATURE,
  licensePages,
  PAGES,
  type Page,
  SECOND_FACTOR_FEATURE,
  SERVERS_FEATURE,
  SITE_REPLICATION_FEATURE,
  SUPPORT_FILES_FEATURE,
} from '@cooperage/contract'
import { type AccountPermissions, accountPermissions } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { shortUserName } from '../shared/operator/cluster-user.ts'
import { canHaveFactors } from '../shared/second-factor/factor-account.ts'
import { allows } from '../shared/session/require-permission.ts'
import type { Session } from '../shared/session/sealed-session.ts'
import { accountKind } from './account-kind.ts'

/** After so many evaluations others are served. */
const ACTIONS_PER_TURN = 200

export function sessionRoutes({ routes, services }: Registry): void {
  const { accounts, choices, endpoint, settings } = services
  const isEmbedded = settings.tenant !== undefined
  // The account belongs to operator mode, which has the license of tenants too. Jobs would end with the visit.
  const others: readonly Page[] = isEmbedded ? [...accountPages, ...licensePages, ...jobPages] : []
  const pages = PAGES.filter((page) => !others.includes(page))
  /** A database that is down closes the sign-in, not the sessions. */
  const offersFactors = async (session: Session) => {
    if (isEmbedded || !canHaveFactors(session)) return false
    const mode = await services.secondFactors.mode().catch((error: unknown) => {
      if (error instanceof AppError) return 'off'
      throw error
    })
    return mode !== 'off'
  }

  routes.withSession(getSession, async ({ session, storage, request }) => {
    const [account, kind, server, hasFactors] = await Promise.all([
      accounts.refresh(session, storage),
      accountKind(session, storage),
      endpoint.profile(),
      offersFactors(session),
    ])
    if (!account.hasPolicy) throw new AppError('NoPolicy')
    const policy = accountPermissions(account)
    const searchesLogs = services.auditArchive !== undefined && allows(policy, 'admin:ConsoleLog', request, services)
    const features = [
      ...(server.kind === 's3' ? [] : [ADMIN_FEATURE]),
      ...(server.kind === 's3' || isEmbedded ? [] : [ALERTS_FEATURE]),
      ...(account.hasIam ? [IAM_FEATURE] : []),
      ...(session.garageToken === undefined ? [] : [GARAGE_FEATURE]),
      ...(account.hasSeveralDrives ? [HEAL_FEATURE] : []),
      ...(server.kind === 'minio' ? [ACTIVITY_FEATURE] : []),
      // The engine encrypts with keys of its own, and RustFS has other calls for keys and sites.
      ...(server.kind === 'minio' && server.product !== 'Cooperage'
        ? [BATCH_JOBS_FEATURE, KMS_FEATURE, SITE_REPLICATION_FEATURE, SUPPORT_FILES_FEATURE]
        : []),
      ...(searchesLogs ? [LOG_SEARCH_FEATURE] : []),
      ...(isEmbedded ? [EMBEDDED_FEATURE] : []),
      ...(settings.runsEngine ? [ENGINE_FEATURE] : []),
      ...(settings.server ? [SERVERS_FEATURE] : []),
      ...(hasFactors ? [SECOND_FACTOR_FEATURE] : []),
    ]
    // Root's name isn't returned: it is half of root's credentials. A server without accounts only knows the session's keys.
    const isNameless = isEmbedded || account.accountName === session.accessKey
    const accountName = isNameless ? session.account : account.accountName
    const ofUser = policy.couldAllowOwn('admin:CreateUser') ? ('here' as const) : ('denied' as const)
    const passwordChange = kind === 'user' ? ofUser : kind
    const conditions = { ownPassword: passwordChange === 'here' }
    const isOpen = (page: Page) =>
      mayOpen(page, policy) &&
      (page.condition === undefined || conditions[page.condition]) &&
      (page.needs === undefined || page.needs.some((feature) => features.includes(feature))) &&
      // Nobody sells plans of MinIO for other servers.
      (server.kind === 'minio' || !licensePages.includes(page))
    return {
      status: 'ok' as const,
      operator: false,
      pages: pages.filter(isOpen).map(({ path }) => path),
      features,
      distributedMode: account.isErasure,
      folders: policy.namedFolders(),
      onlyFolder: policy.onlyFolder() ?? null,
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
      // The console around that of a tenant has its own.
      ...(isEmbedded ? { language: '', tables: null } : await choices.of(account.accountName)),
    }
  })

  routes.withSession(hasPermission, async ({ body, session, storage }) => {
    const policy = accountPermissions(await accounts.of(session, storage))
    const permissions: { id: string; can: boolean }[] = []
    for (const { id, action, bucket_name } of body.actions) {
      permissions.push({ id, can: policy.couldAllow([action], bucket_name) })
      if (permissions.length % ACTIONS_PER_TURN === 0) await nextTurn()
    }
    return { permissions }
  })
}

function mayOpen({ actions, needsAll, garage = [] }: Page, policy: AccountPermissions): boolean {
  if (garage.length > 0 && policy.couldAllow(garage)) return true
  if (needsAll) return actions.every((action) => policy.couldAllow([action]))
  return actions.length === 0 || policy.couldAllow(actions)
}
