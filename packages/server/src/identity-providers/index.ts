/** The identity providers of the storage server, and the policies of users and groups of its LDAP directory. */
import type { Feature } from '../shared/feature.ts'
import { identityProviderRoutes } from './identity-providers.routes.ts'
import { ldapPolicyRoutes } from './ldap-policies.routes.ts'
import { testProviderRoute } from './test-provider.route.ts'

export const identityProviders: Feature = [identityProviderRoutes, ldapPolicyRoutes, testProviderRoute]
