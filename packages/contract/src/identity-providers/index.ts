/** The identity providers of the storage server, and the policies of users and groups of its LDAP directory. */
export * from './identity-providers.ts'
