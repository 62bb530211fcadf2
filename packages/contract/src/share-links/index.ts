/** Links that outlive the session, and can be revoked. */
export * from './share-links.ts'
