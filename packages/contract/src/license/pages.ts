import type { Page } from '../page.ts'

export const licensePages: readonly Page[] = [{ path: '/license', actions: [] }]
