import type { Page } from '../page.ts'

export const identityProviderPages: readonly Page[] = [{ path: '/identity-providers', actions: ['admin:ConfigUpdate'] }]
