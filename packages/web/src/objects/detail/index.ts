import { lazy } from 'react'

/** The page of one object, loaded when it is first opened: folders are visited most. */
export const loadObjectPage = () => import('./ObjectPage.tsx')

export const ObjectPage = lazy(async () => ({ default: (await loadObjectPage()).ObjectPage }))
