/** State and usage of the storage server. */
export * from './info.ts'
export * from './widgets.ts'
