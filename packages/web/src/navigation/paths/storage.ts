export const STORAGE_TABS = ['volumes', 'drives'] as const
export type StorageTab = (typeof STORAGE_TABS)[number]

export const storagePath = (tab: StorageTab = 'volumes') => `/storage/${tab}`
