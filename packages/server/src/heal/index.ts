/** Healing of erasure-coded data. */
import type { Feature } from '../shared/feature.ts'
import { backgroundRoutes } from './background.routes.ts'
import { healView } from './heal.view.ts'

export const heal: Feature = [healView, backgroundRoutes]
