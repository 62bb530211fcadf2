import { lazy } from 'react'

/** The details of an entry are loaded when they are opened first. */
export const loadLogDialogs = () => import('./EntryDetails.tsx')

export const EntryDetails = lazy(async () => ({ default: (await loadLogDialogs()).EntryDetails }))
