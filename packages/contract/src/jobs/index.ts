/** Jobs that run in the console without a page. */
import { OBJECT_USE } from '../objects/index.ts'
import type { Page } from '../page.ts'

export * from './jobs.ts'

/** Everyone who works with objects can have jobs; administrators see those of all accounts. */
export const jobPages: readonly Page[] = [{ path: '/jobs', actions: [...OBJECT_USE, 'admin:ListServiceAccounts'] }]
