import { getBackgroundHeal } from '@cooperage/contract'
import { backgroundHeal } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { HEAL_SUBJECT } from './heal-subject.ts'

export function backgroundRoutes({ routes }: Registry): void {
  routes.withSession(getBackgroundHeal, ({ storage }) => withStorageErrors(HEAL_SUBJECT, backgroundHeal(storage)))
}
