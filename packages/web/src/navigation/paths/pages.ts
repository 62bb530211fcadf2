/** Addresses of pages that need little more than their name. */
import { encodeSegment, queryText } from '../address.ts'

export const homePath = () => '/'

export const loginPath = () => '/login'

/** Where an identity provider returns to. */
export const oauthCallbackPath = () => '/oauth_callback'

/** `tab`: '' for the access keys, `temporary`. */
export const accessKeysPath = (tab = '') => `/access-keys${queryText({ tab })}`

/** `tab`: '' for the service accounts, `permissions`, `sessions`, `factors`, `links`. */
export const accountPath = (tab = '') => `/account${queryText({ tab })}`

/** The account page with the dialog to change the password. */
export const changePasswordPath = () => '/account/change-password'

/** `tab`: '' for what is firing, `rules`, `channels`, `history`. */
export const alertsPath = (tab = '') => `/alerts${queryText({ tab })}`

/** The reference of the console's API, a page of the guide. */
export const apiReferencePath = () => guidePath('api')

/** The batch jobs of the storage server. */
export const batchJobsPath = (tab = '') => `/batch-jobs${queryText({ tab })}`

/** `page` is the dashboard itself, or the same without the menu. */
export const dashboardPath = (tab = '', page: '/dashboard' | '/metrics' = '/dashboard') =>
  `${page}${queryText({ tab })}`

/** `page` is the name of a file of docs/guide without its extension, '' for the first. */
export const guidePath = (page = '') => (page === '' ? '/documentation' : `/documentation/${encodeSegment(page)}`)

export const healPath = () => '/heal'

/** `tab`: '' for OpenID, `ldap`, `policies`, `factors`. */
export const identityProvidersPath = (tab = '') => `/identity-providers${queryText({ tab })}`

/** `tab`: '' for the user's own jobs, `all`. */
export const jobsPath = (tab = '') => `/jobs${queryText({ tab })}`

/** The assistant that moves buckets from this storage server to another one. */
export const migratePath = () => '/migrate'

/** The syncs from this storage server to others. */
export const syncPath = (tab = '') => `/sync${queryText({ tab })}`

export const KMS_TABS = ['status', 'keys', 'import'] as const
export type KmsTab = (typeof KMS_TABS)[number]

export const kmsPath = (tab: KmsTab = 'status') => `/kms/${tab}`

export const licensePath = () => '/license'

/** `tab`: '' for the map, `drives`. */
export const poolsPath = (tab = '') => `/pools${queryText({ tab })}`

/** `tab`: '' for the sites, `differences`. */
export const siteReplicationPath = (tab = '') => `/site-replication${queryText({ tab })}`

/** `tab`: '' for objects, `drive`, `network`, `client`. */
export const speedTestsPath = (tab = '') => `/speed-tests${queryText({ tab })}`

/** `tab`: '' for the first one, `locks`, `calls`, `profiles`, `inspect`, which can have a bucket and a path in it. */
export const supportToolsPath = (tab = '', search = '') => `/support-tools${queryText({ tab, search })}`

/** The trace, of calls of this operation only if there is one. */
export const tracePath = (search = '') => `/trace${queryText({ search })}`

export const STORAGE_TABS = ['volumes', 'drives'] as const
type StorageTab = (typeof STORAGE_TABS)[number]

export const storagePath = (tab: StorageTab = 'volumes') => `/storage/${tab}`
