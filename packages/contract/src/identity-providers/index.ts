/** The identity providers of the storage server, and the policies of users and groups of its LDAP directory. */
import type { Page } from '../page.ts'

export * from './identity-providers.ts'

export const identityProviderPages: readonly Page[] = [{ path: '/identity-providers', actions: ['admin:ConfigUpdate'] }]
