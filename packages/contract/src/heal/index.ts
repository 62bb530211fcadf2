/** Healing of erasure-coded data. */
import type { Page } from '../page.ts'

export * from './heal.ts'

export const healPages: readonly Page[] = [{ path: '/heal', actions: ['admin:Heal'] }]
