/** The license of the storage server and its subscription. */
export * from './license.ts'
export * from './plans.ts'
