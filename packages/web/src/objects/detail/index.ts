import { lazyPart } from '../../shared/lazy-part.ts'

/** The page of one object, loaded when it is first opened: folders are visited most. */
export const ObjectPage = lazyPart(async () => (await import('./ObjectPage.tsx')).ObjectPage)
