import { IconSettings } from '@tabler/icons-react'
import { inLanguage } from '../messages/i18n.ts'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that the page checks before it offers something. */
export const PERMISSIONS = { configure: 'admin:ConfigUpdate', restart: 'admin:ServiceRestart' } as const

export const useDenied = createUseDenied(PERMISSIONS)

/** The id of a target in calls: `audit_webhook:primary`. */
export const configurationId = (section: string, target: string) => (target === '' ? section : `${section}:${target}`)

/** The names of sections with their texts, for pages of other features. */
export const loadSectionNames = () => inLanguage(() => import('./section-names.ts'))

/** What is opened from the page is loaded then. */
export const ConfigurationImport = lazyPart(async () => (await import('./ConfigurationImport.tsx')).ConfigurationImport)
export const ResetDialog = lazyPart(async () => (await import('./ResetDialog.tsx')).ResetDialog)
export const ExportDialog = lazyPart(async () => (await import('./ExportDialog.tsx')).ExportDialog)

export const feature: Feature = {
  pages: { '/settings': async () => (await import('./SettingsPage.tsx')).SettingsPage },
  parts: [() => import('./RestartDialog.tsx')],
  menu: {
    label: 'settings',
    group: 'admin',
    position: 80,
    page: '/settings',
    otherPages: ['/settings/tiers'],
    icon: IconSettings,
  },
}
