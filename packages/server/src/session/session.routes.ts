import { AppError, getSession, hasPermission, PAGES } from '@cooperage/contract'
import { accountPermissions } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'

export function sessionRoutes({ routes, services }: Registry): void {
  const { accounts, settings } = services
  routes.withSession(getSession, async ({ session, storage }) => {
    const account = await accounts.refresh(session, storage)
    if (!account.hasPolicy) throw new AppError('NoPolicy')
    const policy = accountPermissions(account)
    return {
      status: 'ok' as const,
      operator: false,
      pages: PAGES.filter(({ actions }) => actions.length === 0 || policy.couldAllow(actions)).map(({ path }) => path),
      features: [],
      distributedMode: account.isErasure,
      places: policy.namedPlaces(),
      accountName: account.accountName,
      expiresAt: new Date(session.endsAt).toISOString(),
      storage: settings.storageUrl.origin,
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
