/** What features may show of the frame. */
export { NotFoundPage } from './NotFoundPage.tsx'
