import { lazy } from 'react'

/** The details of a call are loaded when they are opened first. */
export const loadTraceDialogs = () => import('./CallDetails.tsx')

export const CallDetails = lazy(async () => ({ default: (await loadTraceDialogs()).CallDetails }))
