/** Healing of erasure-coded data. */
import type { Feature } from '../shared/feature.ts'
import { backgroundRoutes, healView } from './heal.view.ts'

export const heal: Feature = [healView, backgroundRoutes]
