import { OBJECT_USE } from '../objects/pages.ts'
import type { Page } from '../page.ts'

/** Everyone who works with objects can have jobs; administrators see those of all accounts. */
export const jobPages: readonly Page[] = [{ path: '/jobs', actions: [...OBJECT_USE, 'admin:ListServiceAccounts'] }]
