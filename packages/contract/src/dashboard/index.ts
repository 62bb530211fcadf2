/** State and usage of the storage server. */
export * from './bucket-usage.ts'
export * from './info.ts'
export * from './widgets.ts'
