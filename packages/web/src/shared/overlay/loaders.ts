/** Menu, card and drawer are larger than most pages, so each is loaded when one is first opened. */
export const loadMenu = async () => (await import('./LoadedMenu.tsx')).LoadedMenu
export const loadCard = async () => (await import('./LoadedCard.tsx')).LoadedCard
export const loadDrawer = async () => (await import('./LoadedDrawer.tsx')).LoadedDrawer

export const overlayLoaders = [loadMenu, loadCard, loadDrawer]
