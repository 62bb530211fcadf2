/** The frame with the side menu, loaded once a visitor has a session. */
export const loadLayout = async () => (await import('../shell/SessionLayout.tsx')).SessionLayout
