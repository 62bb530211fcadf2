import { lazy } from 'react'

/** The page of one object, loaded when it is opened first: folders are what people look at most. */
export const loadObjectPage = () => import('./ObjectPage.tsx')

export const ObjectPage = lazy(async () => ({ default: (await loadObjectPage()).ObjectPage }))
